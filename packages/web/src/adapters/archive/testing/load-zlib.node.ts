/** Loads the zlib module from its package, because tests have no server to fetch it from. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

export function loadZlib(): Promise<BufferSource> {
  return readFile(createRequire(import.meta.url).resolve("@zip.js/zip.js/dist/zip-module.wasm"));
}
