/** A browser's kept session in memory. `isDenied`: the browser refuses to keep anything. */
import type { Credentials, StoredSession } from "../ports/credentials.ts";

export function createMemoryCredentials(): Credentials & { isDenied: boolean } {
  let kept: StoredSession | undefined;
  return {
    isDenied: false,
    read: () => kept,
    write(session) {
      if (this.isDenied) return false;
      kept = session;
      return true;
    },
    clear() {
      kept = undefined;
    },
  };
}
