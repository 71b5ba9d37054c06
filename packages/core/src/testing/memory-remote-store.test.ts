import { createMemoryRemoteStore, MemoryDrive } from "./memory-remote-store.ts";
import { createPlainCodec } from "./plain-codec.ts";
import { describeRemoteStore } from "./remote-store-contract.ts";

describeRemoteStore("memory", async () => {
  const drive = new MemoryDrive();
  const open = () => createMemoryRemoteStore(drive, { md5: createPlainCodec().md5 });
  return { store: open(), another: open };
});
