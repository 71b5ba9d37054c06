/** The browser's clock, chance, timers, network state and visibility behind core's small ports. */
import { ID_ALPHABET } from "@satchel/contract/ids.ts";
import { SYNC } from "@satchel/core/model/limits/limits.ts";
import type { Clock, Ids, Network, Random, Timers } from "@satchel/core/ports/environment.ts";

export const browserClock: Clock = { now: () => Date.now() };

/** 64 characters, so six bits of each random byte: every character is equally likely. */
export const browserIds: Ids = {
  random(length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    return Array.from(bytes, (byte) => ID_ALPHABET[byte & 63]).join("");
  },
};

const TARGET_ID_CHARS = 12;

/** Random names that this browser gives: to a place in a drive, and to itself within a library. */
export const newTargetId = (): string => browserIds.random(TARGET_ID_CHARS);
export const newDeviceId = (): string => browserIds.random(SYNC.deviceIdChars);

export const browserRandom: Random = () => (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32;

export const browserTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  onChange(listener) {
    const online = (): void => listener(true);
    const offline = (): void => listener(false);
    addEventListener("online", online);
    addEventListener("offline", offline);
    return () => {
      removeEventListener("online", online);
      removeEventListener("offline", offline);
    };
  },
};

export const pageVisibility = {
  isVisible: (): boolean => document.visibilityState === "visible",
  onVisible(listener: () => void): () => void {
    const handleEvent = (): void => {
      if (document.visibilityState === "visible") listener();
    };
    document.addEventListener("visibilitychange", handleEvent);
    // Of two windows side by side both are visible; the one that the user turns to wants what is new.
    window.addEventListener("focus", handleEvent);
    return () => {
      document.removeEventListener("visibilitychange", handleEvent);
      window.removeEventListener("focus", handleEvent);
    };
  },
};

/** For what must not outlast its time on a page that slept, and for what is put away when no one can see it. */
export const pageAttention = {
  onAwake(listener: () => void): () => void {
    const stopVisible = pageVisibility.onVisible(listener);
    window.addEventListener("pageshow", listener);
    document.addEventListener("resume", listener);
    return () => {
      stopVisible();
      window.removeEventListener("pageshow", listener);
      document.removeEventListener("resume", listener);
    };
  },
  onHidden(listener: () => void): () => void {
    const handleEvent = (): void => {
      if (document.visibilityState === "hidden") listener();
    };
    document.addEventListener("visibilitychange", handleEvent);
    return () => document.removeEventListener("visibilitychange", handleEvent);
  },
};

type Line = { readonly saveData?: boolean; readonly type?: string };

/** As far as the browser says: not all of them say. */
export function isMetered(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Line };
  return connection?.saveData === true || connection?.type === "cellular";
}

/** No one is at this page, and the line costs nothing. sync.md §8 "idle and unmetered". */
export function isQuietMoment(): boolean {
  return !isMetered() && (!pageVisibility.isVisible() || !document.hasFocus());
}

export const browserUserAgent = (): string => navigator.userAgent;

/** Bound to the page, as `fetch` must be when it is handed on. */
export const browserFetch: typeof fetch = (input, init) => fetch(input, init);
