import { createHash } from "node:crypto";
import { archiveContract } from "./archive-contract.ts";
import { createMemoryArchive, packInMemory } from "./memory-archive.ts";

archiveContract("in memory", async () => {
  const archive = createMemoryArchive();
  const createDigest = () => {
    const hash = createHash("sha256");
    return { update: async (bytes: Uint8Array) => void hash.update(bytes), hex: async () => hash.digest("hex") };
  };
  const encode = (text: string) => new TextEncoder().encode(text);
  return { writer: archive.writer, pack: (files) => packInMemory(files, createDigest, encode), reader: async () => archive.reader() };
});
