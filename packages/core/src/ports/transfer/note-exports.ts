/** Port: exports notes as files of other programs, in one download. Implemented by web/adapters/export in a worker. */
import type { Attachment } from "../../model/entities/note.ts";
import type { UnknownFields } from "../../model/entities/parsing/unknown-fields.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { StopSignal } from "../../model/long-tasks.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { ArchiveProblem } from "./archive.ts";

/** An exported note with its unencrypted text. */
export type ExportedNote = {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** Name of the folder; undefined if the note has none. */
  readonly folderName: string | undefined;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly isPinned: boolean;
  readonly isSensitive: boolean;
  readonly attachments: readonly Attachment[];
  readonly tags?: readonly string[];
  /** Readable titles of the notes it links to, by id. */
  readonly linkTitles: ReadonlyMap<string, string>;
  /** Fields of later app versions; decision 0022. */
  readonly unknownFields?: UnknownFields;
};

/** Fields known before the note is read. */
export type ListedNote = Pick<ExportedNote, "id" | "title" | "folderName">;

export type ExportProblem =
  | CodeMissing
  | StoreProblem
  | ArchiveProblem
  | { readonly kind: "stopped" }
  | { readonly kind: "sensitive-locked" }
  | { readonly kind: "export-broken"; readonly detail: string };

/** `name`: file name without the extension. */
export type ExportOrder<Format> = { readonly format: Format; readonly name: string; readonly notes: readonly ListedNote[] };

export type ExportContent = {
  /** Returns the notes that still exist, in order. */
  readNotes(ids: readonly string[]): Promise<Result<readonly ExportedNote[], ExportProblem>>;
  /** Returns undefined if the file is not available. */
  readFile(file: { readonly id: string; readonly isSensitive: boolean }): Promise<Uint8Array | undefined>;
};

export type ExportWatch = { readonly onProgress: (done: number) => void; readonly stop: StopSignal };

export type WrittenExport<Summary> = { readonly summary: Summary; readonly fileName: string; save(): void };

export interface NoteExports<Format, Summary> {
  write(order: ExportOrder<Format>, content: ExportContent, watch: ExportWatch): Promise<Result<WrittenExport<Summary>, ExportProblem>>;
}
