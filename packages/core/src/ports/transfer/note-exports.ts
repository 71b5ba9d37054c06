/** Port: notes as other programs' files, one download, written in web/adapters/export's worker. */
import type { Attachment } from "../../model/entities/note.ts";
import type { UnknownFields } from "../../model/entities/parsing/unknown-fields.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { StopSignal } from "../../model/long-tasks.ts";
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";
import type { ArchiveProblem } from "./archive.ts";

/** A note with its text in clear, as the page hands it over. */
export type ExportedNote = {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** Its folder's name; undefined: it is in none. */
  readonly folderName: string | undefined;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly isPinned: boolean;
  readonly isSensitive: boolean;
  readonly attachments: readonly Attachment[];
  /** Titles of the notes that it links to, as far as they can be read. */
  readonly linkTitles: ReadonlyMap<string, string>;
  /** Of later versions of the app; decision 0022. */
  readonly unknownFields?: UnknownFields;
};

/** What is known of a note before it is read. */
export type ListedNote = Pick<ExportedNote, "id" | "title" | "folderName">;

export type ExportProblem =
  | CodeMissing
  | StoreProblem
  | ArchiveProblem
  | { readonly kind: "stopped" }
  | { readonly kind: "sensitive-locked" }
  | { readonly kind: "export-broken"; readonly detail: string };

/** `name`: of the file without its end. */
export type ExportOrder<Format> = { readonly format: Format; readonly name: string; readonly notes: readonly ListedNote[] };

export type ExportContent = {
  /** Those that are there, in their order. */
  readNotes(ids: readonly string[]): Promise<Result<readonly ExportedNote[], ExportProblem>>;
  /** Undefined: it cannot be had. */
  readFile(file: { readonly id: string; readonly isSensitive: boolean }): Promise<Uint8Array | undefined>;
};

export type ExportWatch = { readonly onProgress: (done: number) => void; readonly stop: StopSignal };

export type WrittenExport<Summary> = { readonly summary: Summary; readonly fileName: string; save(): void };

export interface NoteExports<Format, Summary> {
  write(order: ExportOrder<Format>, content: ExportContent, watch: ExportWatch): Promise<Result<WrittenExport<Summary>, ExportProblem>>;
}
