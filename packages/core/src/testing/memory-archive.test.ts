import { archiveContract } from "./archive-contract.ts";
import { createMemoryArchive } from "./memory-archive.ts";

archiveContract("in memory", async () => {
  const archive = createMemoryArchive();
  return { writer: archive.writer, reader: async () => archive.reader() };
});
