/**
 * An unlocked Sensitive folder's session in the tab's session storage, under the spec's names. Port:
 * core/ports/device/sensitive-session.ts.
 */

import { SESSION_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { SensitiveSessionStore } from "@satchel/core/ports/device/sensitive-session.ts";

export function createSensitiveSessionStore(storage: () => Storage = () => sessionStorage): SensitiveSessionStore {
  const clear = (): void => {
    try {
      storage().removeItem(SESSION_KEYS.sensitiveSession);
      storage().removeItem(SESSION_KEYS.sensitiveExpiry);
      storage().removeItem(SESSION_KEYS.sensitiveToken);
    } catch {
      // A browser that refuses storage has stored nothing.
    }
  };
  return {
    read() {
      try {
        const [sessionKey, expiry] = [storage().getItem(SESSION_KEYS.sensitiveSession), storage().getItem(SESSION_KEYS.sensitiveExpiry)];
        const token = storage().getItem(SESSION_KEYS.sensitiveToken);
        const expiresAt = Number(expiry);
        if (sessionKey === null || expiry === null || !Number.isSafeInteger(expiresAt)) return undefined;
        return { sessionKey, expiresAt, ...(token === null ? {} : { token }) };
      } catch {
        return undefined;
      }
    },
    write({ sessionKey, expiresAt, token }) {
      clear();
      try {
        storage().setItem(SESSION_KEYS.sensitiveSession, sessionKey);
        storage().setItem(SESSION_KEYS.sensitiveExpiry, String(expiresAt));
        if (token !== undefined) storage().setItem(SESSION_KEYS.sensitiveToken, token);
      } catch {
        // The folder stays unlocked until the page is left; a reload asks for the password.
        clear();
      }
    },
    clear,
  };
}
