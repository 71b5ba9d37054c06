/** The user's devices in memory: names change at once, and nothing is published. */
import { createStore } from "@satchel/core/model/store.ts";
import type { DevicesService, DevicesState, KnownDevice } from "@satchel/core/vault/devices/devices-service-types.ts";

const OWN = { ownId: "memory", ownName: "Chrome on Linux" } as const;

export function createMemoryDevices(others: readonly KnownDevice[] = [], isNameNew = false): DevicesService {
  const store = createStore<DevicesState>({ phase: "ready", ...OWN, others, isNameNew });
  return {
    store,
    read: async () => undefined,
    leave: async () => undefined,
    leaveIfDue: async () => undefined,
    acceptName: () => store.setState({ isNameNew: false }),
    async rename(deviceId, name) {
      if (deviceId === OWN.ownId) store.setState({ ownName: name, isNameNew: false });
      else store.setState({ others: store.getState().others.map((one) => (one.deviceId === deviceId ? { ...one, name } : one)) });
      return true;
    },
  };
}
