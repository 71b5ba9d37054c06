/**
 * Leaves the page for a drive's sign-in. Does not use session storage, because Chromium may lose its last write on return. Decision 0006
 * "OAuth".
 */
import { OAUTH } from "@satchel/core/model/limits/limits.ts";
import { LOCAL_KEYS, SESSION_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Authorization } from "@satchel/core/ports/account/authorization.ts";
import { browserTimers } from "../browser/environment.ts";

const TOKEN_BYTES = 32;

export function createBrowserAuthorization(): Authorization {
  return {
    origin: location.origin,
    randomToken: () => toBase64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))),
    async challengeOf(verifier) {
      return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
    },
    keep(text) {
      try {
        if (text === undefined) localStorage.removeItem(LOCAL_KEYS.oauthState);
        else localStorage.setItem(LOCAL_KEYS.oauthState, text);
        return true;
      } catch {
        return false;
      }
    },
    kept() {
      try {
        return localStorage.getItem(LOCAL_KEYS.oauthState) ?? undefined;
      } catch {
        return undefined;
      }
    },
    markReconnecting(isReconnecting) {
      try {
        if (isReconnecting) sessionStorage.setItem(SESSION_KEYS.reconnecting, "true");
        else sessionStorage.removeItem(SESSION_KEYS.reconnecting);
      } catch {
        // If storage is refused, a failure is reported as one of a first connection.
      }
    },
    takeReconnecting() {
      try {
        const isMarked = sessionStorage.getItem(SESSION_KEYS.reconnecting) === "true";
        sessionStorage.removeItem(SESSION_KEYS.reconnecting);
        return isMarked;
      } catch {
        return false;
      }
    },
    leaveTo(address) {
      location.assign(new URL(address, location.origin));
      // A page in the browser's back/forward cache has a stopped clock.
      return new Promise((resolve) => browserTimers.after(OAUTH.leftWithinMs, resolve));
    },
  };
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
