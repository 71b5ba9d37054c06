/**
 * One simulated client: creates, rewrites and deletes files of its own in managed storage, and records what was acknowledged. A request
 * without a clear outcome is repeated until there is one, as the real client does.
 */
import { createHash, randomBytes } from "node:crypto";

export type WriterStats = { readonly requests: number; readonly unclear: number; readonly slowestMs: number; readonly hung: number };

export type Writer = {
  /** Acknowledged content by file id; undefined for an acknowledged deletion. */
  readonly promised: ReadonlyMap<string, string | undefined>;
  readonly stats: () => WriterStats;
  /** Makes one edit and waits for its acknowledgment. */
  readonly edit: () => Promise<void>;
};

export type Client = { readonly origin: string; readonly token: string };

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 300;
const FILES = "/drive/v3/files";

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
export const md5Of = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

export function createWriter({ origin, token }: Client): Writer {
  const promised = new Map<string, string | undefined>();
  const ids: string[] = [];
  const stats = { requests: 0, unclear: 0, slowestMs: 0, hung: 0 };

  /** Returns undefined if the outcome is unclear. */
  const ask = async (path: string, init: RequestInit = {}): Promise<Response | undefined> => {
    const began = performance.now();
    stats.requests += 1;
    try {
      const headers = { authorization: `Bearer ${token}`, ...init.headers };
      const response = await fetch(origin + path, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.status < 500 && response.status !== 429) return response;
      await response.text();
    } catch (error) {
      if ((error as Error).name === "TimeoutError") stats.hung += 1;
    } finally {
      stats.slowestMs = Math.max(stats.slowestMs, performance.now() - began);
    }
    stats.unclear += 1;
    return undefined;
  };
  const untilClear = async (path: string, init: RequestInit, isGood: (status: number) => boolean): Promise<void> => {
    for (;;) {
      const response = await ask(path, init);
      const text = await response?.text().catch(() => undefined);
      if (response !== undefined && text !== undefined) {
        if (isGood(response.status)) return;
        throw new Error(`${init.method} ${path} was answered ${response.status}: ${text.slice(0, 200)}`);
      }
      await wait(PAUSE_MS);
    }
  };
  const newId = async (): Promise<string> => {
    while (ids.length === 0) {
      const response = await ask(`${FILES}/generateIds?count=50`);
      const answer = (await response?.json().catch(() => undefined)) as { readonly ids: readonly string[] } | undefined;
      if (answer === undefined) await wait(PAUSE_MS);
      else ids.push(...answer.ids);
    }
    return ids.pop() ?? "";
  };

  const create = async () => {
    const [id, bytes] = [await newId(), randomBytes(200 + Math.floor(Math.random() * 4000))];
    const head = `--cut\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ id, name: "note" })}\r\n--cut\r\nContent-Type: application/octet-stream\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--cut--")]);
    const headers = { "content-type": "multipart/related; boundary=cut" };
    // A 409 means that an earlier attempt took effect.
    await untilClear(
      `/upload${FILES}?uploadType=multipart&fields=id`,
      { method: "POST", headers, body },
      (status) => status === 200 || status === 409,
    );
    promised.set(id, md5Of(bytes));
  };
  const rewrite = async (id: string) => {
    const bytes = randomBytes(200 + Math.floor(Math.random() * 4000));
    const headers = { "content-type": "application/octet-stream" };
    await untilClear(
      `/upload${FILES}/${id}?uploadType=media&fields=id`,
      { method: "PATCH", headers, body: bytes },
      (status) => status === 200,
    );
    promised.set(id, md5Of(bytes));
  };
  const remove = async (id: string) => {
    await untilClear(`${FILES}/${id}`, { method: "DELETE" }, (status) => status === 204 || status === 404);
    promised.set(id, undefined);
  };
  return {
    promised,
    stats: () => stats,
    edit: async () => {
      const living = [...promised].filter(([, sum]) => sum !== undefined).map(([id]) => id);
      const chosen = living[Math.floor(Math.random() * living.length)];
      const dice = Math.random();
      if (chosen === undefined || dice < 0.5) await create();
      else if (dice < 0.9) await rewrite(chosen);
      else await remove(chosen);
    },
  };
}
