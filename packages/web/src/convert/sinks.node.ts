/** A folder of this machine as the place that a conversion is written to. */
import { appendFileSync, createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportSink } from "@satchel/core/transfer/export/note-writer.ts";

/** What grows is appended to, so that as many files as there are folders can grow at once. */
export function createFolderSink(folder: string): ExportSink {
  mkdirSync(folder, { recursive: true });
  const prepare = (path: string): string => {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  return {
    text: async (path, text) => writeFileSync(prepare(path), text),
    bytes: (path, bytes) => pipeline(Readable.from(bytes), createWriteStream(prepare(path))),
    open(path) {
      const target = prepare(path);
      writeFileSync(target, "");
      return { write: async (piece) => appendFileSync(target, piece), close: async () => undefined };
    },
  };
}
