/** Signals between servers by LISTEN and NOTIFY. While the connection is broken, clients fall back to polling; afterwards they look again. Decision 0024. */
import type { PostgresPool } from "@satchel/drive/storage/postgres/postgres-pool.ts";
import type { Logger } from "pino";
import { newId, type RuntimeEnvironment } from "../../shared/environment.ts";
import { describeFailure } from "../../shared/refusal.ts";
import { createJoiner, parsePiece, toPieces } from "./bus-pieces.ts";
import type { BusListener, BusMessage, SignalBus } from "./signal-bus.ts";

const CHANNEL = "satchel_signals";
const AGAIN_MS = 1000;
const PUBLISH = `select pg_notify('${CHANNEL}', piece) from unnest($1::text[]) with ordinality as pieces(piece, place) order by place`;

type Deps = { readonly pool: PostgresPool; readonly around: RuntimeEnvironment; readonly logger: Logger };
type Client = Awaited<ReturnType<typeof connect>>;

const connect = (pool: PostgresPool) => pool.connect();

export function createPostgresSignalBus(deps: Deps): SignalBus {
  return new PostgresSignalBus(deps);
}

class PostgresSignalBus implements SignalBus {
  readonly #deps: Deps;
  readonly #sender: string;
  #listener: BusListener = { onMessage: () => undefined, onGap: () => undefined };
  #hasGap = false;
  #client: Client | undefined;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#sender = newId(deps.around);
  }

  readonly publish = async (message: BusMessage): Promise<void> => {
    const pieces = toPieces(this.#sender, newId(this.#deps.around), message);
    await this.#deps.pool.query(PUBLISH, [pieces]).catch((error: unknown) => this.#report(error));
  };

  readonly listen = async (listener: BusListener): Promise<void> => {
    this.#listener = listener;
    await this.#connect();
  };

  readonly close = async (): Promise<void> => {
    this.#isClosed = true;
    clearTimeout(this.#again);
    this.#drop();
  };

  async #connect(): Promise<void> {
    try {
      const client = await connect(this.#deps.pool);
      if (this.#isClosed) return client.release(true);
      this.#client = client;
      const join = createJoiner(this.#deps.around.now);
      client.on("notification", ({ payload }) => this.#take(join, payload ?? ""));
      client.on("end", () => client === this.#client && this.#reconnect());
      client.on("error", () => client === this.#client && this.#reconnect());
      await client.query(`LISTEN ${CHANNEL}`);
      if (this.#hasGap) this.#listener.onGap();
      this.#hasGap = false;
    } catch (error) {
      this.#report(error);
      this.#reconnect();
    }
  }

  #reconnect(): void {
    this.#drop();
    this.#hasGap = true;
    if (this.#isClosed) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#connect(), AGAIN_MS).unref();
  }

  /** The connection is closed instead of returned to the pool, because it still listens. */
  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.release(true);
  }

  #take(join: ReturnType<typeof createJoiner>, payload: string): void {
    const piece = parsePiece(payload);
    if (piece === undefined || piece.sender === this.#sender) return;
    const message = join(piece);
    if (message !== undefined) this.#listener.onMessage(message);
  }

  #report(error: unknown): void {
    this.#deps.logger.warn(describeFailure(error), "signals between servers failed");
  }
}
