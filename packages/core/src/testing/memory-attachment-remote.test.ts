import { hashText } from "../model/entities/entity-ids.ts";
import { describeAttachmentRemote } from "./attachment-remote-contract.ts";
import { createMemoryAttachmentRemote } from "./memory-attachment-remote.ts";
import { MemoryAttachments } from "./memory-attachments.ts";

describeAttachmentRemote("memory drive", async () => {
  const md5 = (bytes: Uint8Array): string => hashText(bytes.join());
  let made = 0;
  return {
    remote: createMemoryAttachmentRemote(new MemoryAttachments(), { md5 }),
    folderId: "folder:attachments",
    newFileId: async () => {
      made += 1;
      return `file-${made}`;
    },
    md5,
    largeBytes: 4500,
  };
});
