/** The browser's clock, random values, timers, network state and visibility, behind core's small ports. */
import { ID_ALPHABET } from "@satchel/contract/ids.ts";
import type { WriterDeps } from "@satchel/core/library/index/writer-service.ts";
import { SYNC } from "@satchel/core/model/limits/limits.ts";
import type { Clock, Ids, Network, Random, Timers } from "@satchel/core/ports/environment.ts";

export const browserClock: Clock = { now: () => Date.now() };

/** Uses 6 bits of each random byte for one of 64 characters, so every character is equally likely. */
export const browserIds: Ids = {
  random(length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    return Array.from(bytes, (byte) => ID_ALPHABET[byte & 63]).join("");
  },
};

const TARGET_ID_CHARS = 12;

/** Random ids made by this browser: of a drive's library folder, and of this device within a library. */
export const newTargetId = (): string => browserIds.random(TARGET_ID_CHARS);
export const newDeviceId = (): string => browserIds.random(SYNC.deviceIdChars);

export const browserRandom: Random = () => (crypto.getRandomValues(new Uint32Array(1))[0] as number) / 2 ** 32;

export const browserTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Source of the names under which this window writes. */
export const browserWriters: WriterDeps = { random: browserIds.random, now: browserClock.now, after: browserTimers.after };

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
    // Two windows side by side are both visible; the one that gets the focus also wants updates.
    window.addEventListener("focus", handleEvent);
    return () => {
      document.removeEventListener("visibilitychange", handleEvent);
      window.removeEventListener("focus", handleEvent);
    };
  },
};

/** Events for data that must expire on time although the page slept, and for data that is hidden when no one can see the page. */
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

/** False if the browser does not report the connection type. */
export function isMetered(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Line };
  return connection?.saveData === true || connection?.type === "cellular";
}

/** True if no one is at this page and the connection is not metered. sync.md §8 "idle and unmetered". */
export function isQuietMoment(): boolean {
  return !isMetered() && (!pageVisibility.isVisible() || !document.hasFocus());
}

export const browserUserAgent = (): string => navigator.userAgent;

/** Bound to the page, as `fetch` requires when it is passed on. */
export const browserFetch: typeof fetch = (input, init) => fetch(input, init);
