/** Whether this device is online, and whether the browser promises to keep stored data. Decision 0007. */

import { createStore, type ReadableStore } from "@satchel/core/model/store.ts";
import type { Network } from "@satchel/core/ports/environment.ts";

export type DeviceState = {
  readonly isOnline: boolean;
  /** `denied`: a write failed outright. */
  readonly storage: "unknown" | "kept" | "may-be-cleared" | "denied";
};

/** `cannot-be-asked`: the browser has no API for the promise. */
export type KeepAnswer = "kept" | "refused" | "cannot-be-asked";

export type DeviceStateController = {
  readonly store: ReadableStore<DeviceState>;
  /** Asks once, at the first note: browsers grant it more readily to an app in use. Later calls do nothing. */
  askToKeep(): Promise<void>;
  /** Asks whenever the user wants it. */
  askAgain(): Promise<KeepAnswer>;
  storageDenied(): void;
};

export function watchDevice(network: Network): DeviceStateController {
  const store = createStore<DeviceState>({ isOnline: network.isOnline(), storage: "unknown" });
  network.onChange((isOnline) => store.setState({ isOnline }));
  const report = (isKept: boolean): void => store.setState({ storage: isKept ? "kept" : "may-be-cleared" });
  void navigator.storage?.persisted?.().then((isKept) => isKept && report(true));
  let isAsked = false;
  const ask = async (): Promise<KeepAnswer> => {
    if (navigator.storage?.persist === undefined) return "cannot-be-asked";
    isAsked = true;
    const isKept = await navigator.storage.persist();
    report(isKept);
    return isKept ? "kept" : "refused";
  };
  return {
    store,
    async askToKeep() {
      if (!isAsked && store.getState().storage !== "kept") await ask();
    },
    askAgain: ask,
    storageDenied() {
      store.setState({ storage: "denied" });
    },
  };
}
