/**
 * Open streams by account. A signal from one session reaches the account's other sessions, through the bus on all servers. Nothing is
 * stored. Decision 0024.
 */

import type { SignalEvent } from "@satchel/contract/devices/signals.ts";
import { SIGNAL } from "@satchel/contract/limits.ts";
import type { Caller, Sessions } from "../../accounts/sign-in/sessions.ts";
import { createWindowCounter } from "../../accounts/sign-in/window-counter.ts";
import type { RuntimeEnvironment } from "../../shared/environment.ts";
import { type Refusal, refuse } from "../../shared/refusal.ts";
import type { BusMessage, SignalBus } from "./signal-bus.ts";

/** Receives the events of one stream. */
export type SignalSink = {
  /** Returns false if the client reads too slowly; the caller must then close the sink. */
  readonly send: (event: SignalEvent) => boolean;
  readonly beat: () => boolean;
  readonly close: () => void;
};

export type SignalHub = {
  /** Returns a refusal if the account or the server has too many open streams; otherwise a function that removes the stream. */
  readonly open: (caller: Caller, sink: SignalSink) => (() => void) | Refusal<"busy">;
  readonly send: (caller: Caller, message: string) => Promise<Refusal<"rate-limited"> | undefined>;
  /** Call after a change of the account's sessions or keys: streams of ended sessions end, and the remaining devices are notified to look. */
  readonly check: (accountId: string) => Promise<void>;
  /** Runs one of the turns that form a heartbeat: writes to a share of the streams, and ends those whose session is over. */
  readonly beat: () => Promise<void>;
  readonly openCount: () => number;
  /** Ends every stream. Clients are told to reconnect at different times. */
  readonly close: () => Promise<void>;
};

type HubLimits = { readonly maxStreams: number; readonly unitsPerMinute: number };
const HUB_LIMITS: HubLimits = { maxStreams: 20_000, unitsPerMinute: 600 };

/** Turns per heartbeat. */
export const BEAT_TURNS = 25;
export const BEAT_TURN_MS = SIGNAL.heartbeatMs / BEAT_TURNS;
/** A message costs one rate-limit unit plus one per full `UNIT_CHARS` characters. */
const UNIT_CHARS = 8192;
const MINUTE_MS = 60_000;
const MAX_COUNTED = 50_000;
const REPLACED_AGAIN_MS = 60_000;
/** On shutdown, clients are told to reconnect at random times, about this many per second. */
const AGAIN_PER_SECOND = 200;
const CLOSING_LEAST_MS = 1000;
const CLOSING_MOST_MS = 120_000;

type Stream = { readonly accountId: string; readonly sessionId: string; readonly turn: number; readonly sink: SignalSink };

type Deps = {
  readonly sessions: Pick<Sessions, "livingAmong">;
  readonly bus: SignalBus;
  readonly around: Pick<RuntimeEnvironment, "now" | "randomBytes">;
  readonly limits?: HubLimits;
};

export async function createSignalHub(deps: Deps): Promise<SignalHub> {
  const hub = new Hub(deps);
  await deps.bus.listen({ onMessage: hub.take, onGap: hub.suspectAll });
  return hub;
}

class Hub implements SignalHub {
  readonly #deps: Deps;
  readonly #limits: HubLimits;
  readonly #sent;
  readonly #byAccount = new Map<string, Set<Stream>>();
  readonly #byTurn: readonly Set<Stream>[] = Array.from({ length: BEAT_TURNS }, () => new Set());
  /** Streams that may have missed a message. The next heartbeat tells them to look, so that they do not all look in the same second. */
  readonly #suspect = new Set<Stream>();
  #count = 0;
  #opened = 0;
  #turn = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#limits = deps.limits ?? HUB_LIMITS;
    this.#sent = createWindowCounter({ windowMs: MINUTE_MS, maxKeys: MAX_COUNTED, now: deps.around.now });
  }

  readonly open: SignalHub["open"] = ({ account, sessionId }, sink) => {
    const others = [...(this.#byAccount.get(account.id) ?? [])];
    for (const stream of others)
      if (stream.sessionId === sessionId) this.#end(stream, { kind: "end", why: "replaced", retryAfterMs: REPLACED_AGAIN_MS });
    const ofAccount = this.#byAccount.get(account.id) ?? new Set();
    if (ofAccount.size >= SIGNAL.maxStreamsPerAccount || this.#count >= this.#limits.maxStreams)
      return refuse("busy", { retryAfterMs: MINUTE_MS });
    const stream: Stream = { accountId: account.id, sessionId, turn: this.#opened++ % BEAT_TURNS, sink };
    this.#byAccount.set(account.id, ofAccount.add(stream));
    this.#byTurn[stream.turn]?.add(stream);
    this.#count += 1;
    this.#give(stream, { kind: "open" });
    return () => this.#forget(stream);
  };

  readonly send: SignalHub["send"] = async ({ account, sessionId }, message) => {
    const counted = this.#sent.add(account.id, 1 + Math.floor(message.length / UNIT_CHARS));
    if (counted.count > this.#limits.unitsPerMinute) return refuse("rate-limited", { retryAfterMs: counted.endsInMs });
    const forwarded: BusMessage = { kind: "signal", accountId: account.id, from: sessionId, message };
    await this.take(forwarded);
    await this.#deps.bus.publish(forwarded);
    return undefined;
  };

  readonly check: SignalHub["check"] = async (accountId) => {
    await this.take({ kind: "check", accountId });
    await this.#deps.bus.publish({ kind: "check", accountId });
  };

  readonly beat: SignalHub["beat"] = async () => {
    this.#turn = (this.#turn + 1) % BEAT_TURNS;
    const due = [...(this.#byTurn[this.#turn] ?? [])];
    for (const stream of due) if (!stream.sink.beat()) this.#drop(stream);
    await this.#endDead(due);
    for (const stream of due) if (this.#suspect.delete(stream)) this.#give(stream, { kind: "account" });
  };

  readonly openCount = (): number => this.#count;

  readonly close = async (): Promise<void> => {
    const spreadMs = Math.min(CLOSING_MOST_MS, CLOSING_LEAST_MS + (this.#count / AGAIN_PER_SECOND) * 1000);
    const share = (): number => this.#deps.around.randomBytes(4).readUInt32BE() / 2 ** 32;
    for (const stream of [...this.#byAccount.values()].flatMap((streams) => [...streams]))
      this.#end(stream, { kind: "end", why: "closing", retryAfterMs: Math.round(share() * spreadMs) });
    await this.#deps.bus.close();
  };

  /** Delivers a message that was sent here or comes from another server. */
  readonly take = async (message: BusMessage): Promise<void> => {
    const streams = [...(this.#byAccount.get(message.accountId) ?? [])];
    if (message.kind === "check") return await this.#checkAccount(streams);
    for (const stream of streams) if (stream.sessionId !== message.from) this.#give(stream, { kind: "signal", message: message.message });
  };

  readonly suspectAll = (): void => {
    for (const streams of this.#byTurn) for (const stream of streams) this.#suspect.add(stream);
  };

  async #checkAccount(streams: readonly Stream[]): Promise<void> {
    await this.#endDead(streams);
    for (const stream of streams) if (this.#byAccount.get(stream.accountId)?.has(stream) === true) this.#give(stream, { kind: "account" });
  }

  /** If the sessions cannot be looked up now, the next turn tries again. */
  async #endDead(streams: readonly Stream[]): Promise<void> {
    if (streams.length === 0) return;
    const living = await this.#deps.sessions.livingAmong(streams.map(({ sessionId }) => sessionId)).catch(() => undefined);
    if (living === undefined) return;
    for (const stream of streams)
      if (!living.has(stream.sessionId)) this.#end(stream, { kind: "end", why: "session", retryAfterMs: REPLACED_AGAIN_MS });
  }

  #give(stream: Stream, event: SignalEvent): void {
    if (!stream.sink.send(event)) this.#drop(stream);
  }

  #end(stream: Stream, event: SignalEvent): void {
    stream.sink.send(event);
    this.#drop(stream);
  }

  #drop(stream: Stream): void {
    this.#forget(stream);
    stream.sink.close();
  }

  #forget(stream: Stream): void {
    const ofAccount = this.#byAccount.get(stream.accountId);
    if (ofAccount?.delete(stream) !== true) return;
    if (ofAccount.size === 0) this.#byAccount.delete(stream.accountId);
    this.#byTurn[stream.turn]?.delete(stream);
    this.#suspect.delete(stream);
    this.#count -= 1;
  }
}
