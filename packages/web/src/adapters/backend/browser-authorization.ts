/** Leaving for a drive's sign-in page and what is kept in this tab meanwhile. Port: core/ports/authorization.ts. decisions §6 "OAuth". */
import type { Authorization } from "@satchel/core/ports/authorization.ts";
import { SESSION_KEYS } from "@satchel/core/storage-keys.ts";

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
        if (text === undefined) sessionStorage.removeItem(SESSION_KEYS.oauthState);
        else sessionStorage.setItem(SESSION_KEYS.oauthState, text);
        return true;
      } catch {
        return false;
      }
    },
    kept() {
      try {
        return sessionStorage.getItem(SESSION_KEYS.oauthState) ?? undefined;
      } catch {
        return undefined;
      }
    },
    leaveTo(address) {
      location.assign(new URL(address, location.origin));
    },
  };
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
