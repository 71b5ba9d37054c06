/** A browser's stored session in memory. `isDenied`: the browser refuses storage. */
import type { Credentials, StoredSession } from "../ports/account/credentials.ts";

export function createMemoryCredentials(): Credentials & { isDenied: boolean } {
  let kept: StoredSession | undefined;
  let isErasing = false;
  return {
    isDenied: false,
    read: () => kept,
    write(session) {
      if (this.isDenied) return false;
      kept = session;
      isErasing = false;
      return true;
    },
    clear() {
      kept = undefined;
    },
    isErasing: () => isErasing,
    setErasing(now) {
      isErasing = now;
    },
  };
}
