/** A codec of file names without secrecy: the id with a sign before it. */
import { ok } from "../model/result.ts";
import type { FileNameCodec } from "../ports/sealing/file-name-codec.ts";

export function createPlainFileNames(): FileNameCodec {
  return {
    sealNames: async (ids) => ok(ids.map((id) => `_${id}`)),
    openNames: async (names) => ok(names.map((name) => (name.startsWith("_") ? name.slice(1) : undefined))),
  };
}
