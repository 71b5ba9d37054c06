/** Access tokens in memory, so that opening the app in ten tabs does not ask the drive ten times. Never on disk. */
import type { Tokens } from "./oauth-client.ts";

export type CachedAccess = Pick<Tokens, "accessToken" | "expiresIn">;
export type AccessCache = {
  /** Undefined unless the token is good for some minutes yet; `expiresIn` counts from now. */
  readonly get: (connectionId: string) => CachedAccess | undefined;
  readonly put: (connectionId: string, tokens: CachedAccess) => void;
  readonly drop: (connectionId: string) => void;
};

const SPARE_MS = 10 * 60_000;
const MAX_ENTRIES = 10_000;

export function createAccessCache(now: () => number): AccessCache {
  const held = new Map<string, { readonly accessToken: string; readonly endsAt: number }>();
  return {
    get: (connectionId) => {
      const entry = held.get(connectionId);
      if (entry === undefined || entry.endsAt - now() < SPARE_MS) return undefined;
      return { accessToken: entry.accessToken, expiresIn: Math.floor((entry.endsAt - now()) / 1000) };
    },
    put: (connectionId, { accessToken, expiresIn }) => {
      held.delete(connectionId);
      const oldest = held.keys().next();
      if (held.size >= MAX_ENTRIES && !oldest.done) held.delete(oldest.value);
      held.set(connectionId, { accessToken, endsAt: now() + expiresIn * 1000 });
    },
    drop: (connectionId) => {
      held.delete(connectionId);
    },
  };
}
