import { describeKeyring } from "./keyring-contract.ts";
import { createKeyDevice, createMemoryKeyring } from "./memory-keyring.ts";

describeKeyring("memory", async () => {
  const device = createKeyDevice();
  const deny = (isDenied: boolean) => {
    device.isDenied = isDenied;
  };
  return { keyring: createMemoryKeyring(device), reload: async () => createMemoryKeyring(device), deny };
});
