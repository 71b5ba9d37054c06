/** Writes notes in a format into memory, reads them with the import, and makes them comparable. */

import { writeStoredHtml } from "@satchel/core/document/html/canonical-html.ts";
import { isText, type StoredElement, type StoredMark, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import type { ExportedNote } from "@satchel/core/ports/transfer/note-exports.ts";
import { fileOf, linkedNote, type NoteFile, type TransferNote } from "@satchel/core/transfer/exchange/transfer-note.ts";
import type { ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import { toTransferNote } from "@satchel/core/transfer/export/to-transfer-note.ts";
import { sha256Hex } from "@satchel/crypto/digests/stream-digests.ts";
import { createNoteWriter } from "../../adapters/export/create-note-writer.ts";
import { createCollectingSink } from "../../adapters/export/export-sinks.ts";
import { siteText } from "../../text/transfer/export-site.ts";
import type { Files } from "./convert-files.node.ts";

export function exportedNote(values: Partial<ExportedNote> & Pick<ExportedNote, "id" | "title" | "content">): ExportedNote {
  const nothing = {
    folderName: undefined,
    createdMs: 1_700_000_000_000,
    modifiedMs: 1_700_000_001_000,
    isPinned: false,
    isSensitive: false,
  };
  return { ...nothing, attachments: [], linkTitles: new Map(), ...values };
}

async function fileOfBytes(bytes: Uint8Array, name: string, mimeType: string): Promise<NoteFile> {
  async function* all() {
    yield bytes;
  }
  return { name, mimeType, path: name, sizeBytes: bytes.length, sha256: await sha256Hex(bytes), bytes: all };
}

export async function toNotes(notes: readonly ExportedNote[], files: ReadonlyMap<string, Uint8Array>): Promise<readonly TransferNote[]> {
  const made: TransferNote[] = [];
  for (const note of notes) {
    const { note: read } = await toTransferNote(note, {
      async attachment({ id, name, mimeType }) {
        const bytes = files.get(id);
        return bytes === undefined ? undefined : fileOfBytes(bytes, name, mimeType);
      },
      inline: ({ base64, name, mimeType }) => fileOfBytes(Buffer.from(base64, "base64"), name, mimeType),
    });
    made.push(read);
  }
  return made;
}

export async function writeNotes(format: ExportFormat, notes: readonly TransferNote[]): Promise<Files> {
  const sink = createCollectingSink();
  const writer = await createNoteWriter(format, sink, { name: "Notes", labels: siteText });
  for (const note of notes) writer.plan(note);
  for (const note of notes) await writer.write(note);
  await writer.close();
  return Object.fromEntries(sink.files.map(({ path, pieces }) => [path, new Uint8Array(Buffer.concat(pieces))]));
}

/** The text with files identified by content and links by title. */
export function comparable(note: Pick<TransferNote, "doc" | "files">, titleOf: (key: string) => string | undefined): string {
  const named = (file: NoteFile | undefined): string => (file === undefined ? "none" : file.sha256.slice(0, 22));
  const mark = (each: StoredMark): StoredMark => {
    const key = each.type === "link" ? linkedNote(each.attrs.href) : undefined;
    return key === undefined ? each : { ...each, attrs: { href: `https://note.invalid/${encodeURIComponent(titleOf(key) ?? "none")}` } };
  };
  const look = (node: StoredNode): StoredNode => {
    const marks = node.marks?.map(mark) ?? [];
    if (isText(node)) return { ...node, marks };
    const file = fileOf(note, node.attrs.imageId) ?? fileOf(note, node.attrs.fileId);
    if (file !== undefined && node.type === "image")
      return { ...node, marks, attrs: { ...node.attrs, alt: node.attrs.alt || null, imageId: named(file) } };
    if (file !== undefined) return { type: "attachment", marks, attrs: { fileId: named(file), fileName: file.name } };
    return { ...node, marks, ...(node.content === undefined ? {} : { content: node.content.map(look) }) };
  };
  return writeStoredHtml({ type: "doc", content: note.doc.content.map((block) => look(block) as StoredElement) });
}
