/** Whether this device is online, and whether the browser promises to keep what is stored here. decisions §7. */
import type { Network } from "@satchel/core/ports/environment.ts";
import { createStore, type ReadableStore } from "@satchel/core/store.ts";

export type DeviceState = {
  readonly isOnline: boolean;
  /** `denied`: storing failed outright. */
  readonly storage: "unknown" | "kept" | "may-be-cleared" | "denied";
};

export type DeviceKeeper = {
  readonly store: ReadableStore<DeviceState>;
  /** Asked for at the first note: browsers grant it sooner to an app in use. A second call asks nothing. */
  askToKeep(): Promise<void>;
  storageDenied(): void;
};

export function watchDevice(network: Network): DeviceKeeper {
  const store = createStore<DeviceState>({ isOnline: network.isOnline(), storage: "unknown" });
  network.onChange((isOnline) => store.setState({ isOnline }));
  const tell = (isKept: boolean): void => store.setState({ storage: isKept ? "kept" : "may-be-cleared" });
  void navigator.storage?.persisted?.().then((isKept) => isKept && tell(true));
  let isAsked = false;
  return {
    store,
    async askToKeep() {
      if (isAsked || store.getState().storage === "kept" || navigator.storage?.persist === undefined) return;
      isAsked = true;
      tell(await navigator.storage.persist());
    },
    storageDenied() {
      store.setState({ storage: "denied" });
    },
  };
}
