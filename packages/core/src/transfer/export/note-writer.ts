/** Interface of an export format, and the sink it writes to. docs/decisions/0033-exports.md */
import type { NoteFile, TransferNote } from "../exchange/transfer-note.ts";
import type { VaultLayout } from "./vault/vault-layout.ts";

export type SinkFile = { write(piece: string | Uint8Array): Promise<void>; close(): Promise<void> };

/** A folder, a zip or a single file. A failed write throws `ExportFailure`. */
export type ExportSink = {
  text(path: string, text: string): Promise<void>;
  bytes(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Opens a file that grows while other files are written. */
  open(path: string): SinkFile;
};

export type PlannedNote = Pick<TransferNote, "key" | "title" | "folder">;

/** `text`: the written text of the note. */
export type WrittenNote = { readonly output: string; readonly text: string };

export type NoteWriter = {
  /** Must be called for every note before the first `write`. */
  plan(note: PlannedNote): void;
  write(note: TransferNote): Promise<WrittenNote>;
  close(): Promise<void>;
};

/** Writes the note's files that the sink does not have yet. */
export async function writeNoteFiles(sink: ExportSink, note: TransferNote, layout: VaultLayout): Promise<void> {
  for (const file of note.files) {
    const { path, isNew } = layout.addFile(file);
    if (isNew) await sink.bytes(path, file.bytes());
  }
}

export function pathOfFile(layout: VaultLayout, file: NoteFile | undefined): string {
  return file === undefined ? "" : layout.addFile(file).path;
}
