import { createHash } from "node:crypto";
import { archiveContract } from "./archive-contract.ts";
import { createMemoryArchive, packInMemory } from "./memory-archive.ts";

archiveContract("in memory", async () => {
  const archive = createMemoryArchive();
  const createDigest = () => {
    const hash = createHash("sha256");
    return { update: (bytes: Uint8Array) => void hash.update(bytes), hex: () => hash.digest("hex") };
  };
  return { writer: archive.writer, pack: (files) => packInMemory(files, createDigest), reader: async () => archive.reader() };
});
