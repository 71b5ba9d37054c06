import { describeLocalStore } from "./local-store-contract.ts";
import { MemoryDisk, MemoryLocalStore } from "./memory-local-store.ts";

describeLocalStore("memory", async () => {
  const disk = new MemoryDisk("device");
  const open = async () => new MemoryLocalStore(disk);
  return { open, reopen: open, keepsSyncState: true };
});
