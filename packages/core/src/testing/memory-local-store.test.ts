import { describeAttachmentStore } from "./attachment-store-contract.ts";
import { describeLocalStore } from "./local-store-contract.ts";
import { MemoryDisk, MemoryLocalStore } from "./memory-local-store.ts";
import { describeNoteStore } from "./note-store-contract.ts";

const create = async () => {
  const disk = new MemoryDisk("device");
  const open = async () => new MemoryLocalStore(disk);
  return { open, reopen: open, keepsSyncState: true };
};

describeLocalStore("memory", create);
describeAttachmentStore("memory", create);
describeNoteStore("memory", create);
