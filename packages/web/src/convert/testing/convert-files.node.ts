/** Converts files given by a test, and returns the notes in a comparable form. */
import { deflateRawSync } from "node:zlib";
import type { ReadChoices } from "@satchel/core/ports/transfer/import-sources.ts";
import type { TransferNote } from "@satchel/core/transfer/exchange/transfer-note.ts";
import { createVaultLayout } from "@satchel/core/transfer/export/vault/vault-layout.ts";
import { writeVaultMarkdown } from "@satchel/core/transfer/export/vault/vault-markdown.ts";
import type { ReportItem, ReportSum } from "@satchel/core/transfer/import/import-report.ts";
import { convertSources } from "../convert-run.node.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;

export type Converted = {
  readonly notes: ReadonlyMap<string, TransferNote>;
  readonly markdown: ReadonlyMap<string, string>;
  readonly items: readonly ReportItem[];
  readonly sum: ReportSum;
};

export async function convertFiles(files: Files, options: Partial<ReadChoices> & { readonly password?: string } = {}): Promise<Converted> {
  const chosen = Object.entries(files).map(([path, content]) => ({ path, blob: new Blob([content as BlobPart]), modifiedMs: undefined }));
  const layout = createVaultLayout(".md");
  const notes = new Map<string, TransferNote>();
  const markdown = new Map<string, string>();
  const writer = {
    plan: (note: Parameters<typeof layout.addNote>[0]) => void layout.addNote(note),
    async write(note: TransferNote) {
      notes.set(note.title, note);
      markdown.set(note.title, writeVaultMarkdown(note, layout));
      return { output: note.key, text: "" };
    },
    close: async () => undefined,
  };
  const { items, sum } = await convertSources(chosen, writer, { csvAs: "rows", unknownAs: "left-out", ...options });
  return { notes, markdown, items, sum };
}

export type ZipEntry = { readonly path: string; readonly bytes: Uint8Array; readonly claimedBytes?: number };

/** Builds a zip like any program, or like an attacker if `claimedBytes` gives other sizes. `areSizesAfter`: as streaming programs write. */
export function zipOf(entries: readonly ZipEntry[], { areSizesAfter = false } = {}): Uint8Array {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { path, bytes, claimedBytes = bytes.length } of entries) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(areSizesAfter ? 0x808 : 0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32Of(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claimedBytes, 18);
    fields.writeUInt16LE(name.length, 22);
    const sizes = Buffer.concat([Buffer.from("PK\u0007\u0008"), fields.subarray(10, 22)]);
    const before = Buffer.from(fields);
    if (areSizesAfter) before.fill(0, 10, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), before, name, packed, ...(areSizesAfter ? [sizes] : [])]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), fields, tail, name]));
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return new Uint8Array(Buffer.concat([...parts, list, Buffer.from("PK\u0005\u0006"), end]));
}

function crc32Of(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
