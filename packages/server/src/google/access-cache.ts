/** Caches access tokens in memory only, so that opening the app in ten tabs does not ask the drive ten times. */
import type { Tokens } from "./oauth-client.ts";

export type CachedAccess = Pick<Tokens, "accessToken" | "expiresIn">;
export type AccessCache = {
  /** Returns undefined unless the token is valid for some more minutes; `expiresIn` counts from now. */
  readonly get: (connectionId: string) => CachedAccess | undefined;
  /** Returns a token that was cached a moment ago, because another tab or device has just asked. */
  readonly fresh: (connectionId: string) => CachedAccess | undefined;
  readonly put: (connectionId: string, tokens: CachedAccess) => void;
  readonly drop: (connectionId: string) => void;
};

type Entry = { readonly accessToken: string; readonly putAt: number; readonly endsAt: number };

const SPARE_MS = 10 * 60_000;
/** Short, so that a token rejected right after it was issued is replaced at the next attempt. */
const FRESH_MS = 2000;
const MAX_ENTRIES = 10_000;

export function createAccessCache(now: () => number): AccessCache {
  const held = new Map<string, Entry>();
  const answer = ({ accessToken, endsAt }: Entry): CachedAccess => ({ accessToken, expiresIn: Math.floor((endsAt - now()) / 1000) });
  return {
    get: (connectionId) => {
      const entry = held.get(connectionId);
      return entry === undefined || entry.endsAt - now() < SPARE_MS ? undefined : answer(entry);
    },
    fresh: (connectionId) => {
      const entry = held.get(connectionId);
      return entry === undefined || entry.endsAt <= now() || now() - entry.putAt >= FRESH_MS ? undefined : answer(entry);
    },
    put: (connectionId, { accessToken, expiresIn }) => {
      held.delete(connectionId);
      const oldest = held.keys().next();
      if (held.size >= MAX_ENTRIES && !oldest.done) held.delete(oldest.value);
      held.set(connectionId, { accessToken, putAt: now(), endsAt: now() + expiresIn * 1000 });
    },
    drop: (connectionId) => {
      held.delete(connectionId);
    },
  };
}
