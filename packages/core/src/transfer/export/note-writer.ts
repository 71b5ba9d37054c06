/** What every format of an export implements, and where it puts what it makes. docs/decisions/0033-exports.md */
import type { NoteFile, TransferNote } from "../exchange/transfer-note.ts";
import type { VaultLayout } from "./vault/vault-layout.ts";

export type SinkFile = { write(piece: string | Uint8Array): Promise<void>; close(): Promise<void> };

/** A folder, a zip, or a single file. What cannot be written is thrown as an `ExportFailure`. */
export type ExportSink = {
  text(path: string, text: string): Promise<void>;
  bytes(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** A file that grows while others are written. */
  open(path: string): SinkFile;
};

export type PlannedNote = Pick<TransferNote, "key" | "title" | "folder">;

/** `text`: what was written of the note. */
export type WrittenNote = { readonly output: string; readonly text: string };

export type NoteWriter = {
  /** All notes, before the first is written. */
  plan(note: PlannedNote): void;
  write(note: TransferNote): Promise<WrittenNote>;
  close(): Promise<void>;
};

/** Each file of the note that is not there yet. */
export async function writeNoteFiles(sink: ExportSink, note: TransferNote, layout: VaultLayout): Promise<void> {
  for (const file of note.files) {
    const { path, isNew } = layout.addFile(file);
    if (isNew) await sink.bytes(path, file.bytes());
  }
}

export function pathOfFile(layout: VaultLayout, file: NoteFile | undefined): string {
  return file === undefined ? "" : layout.addFile(file).path;
}
