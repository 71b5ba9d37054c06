/**
 * Port: exports of other programs, read in a worker and converted to records. Implemented by web/adapters/import. A source is first scanned
 * to show its content, then read again to return its notes.
 */
import type { BackupNote } from "../../model/backup/backup-format.ts";
import type { Attachment } from "../../model/entities/note.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { StopSignal } from "../../model/long-tasks.ts";
import type { Result } from "../../model/result.ts";
import type { ChosenFile } from "./backup-archives.ts";

export type ImportProblem = CodeMissing | { readonly kind: "stopped" } | { readonly kind: "import-broken"; readonly detail: string };

/** `path`: path in the chosen folder, or the file name. `root`: the chosen folder. */
export type ChosenSource = { readonly path: string; readonly root?: string; readonly file: ChosenFile };

/** `rows`: each row of a CSV table becomes a note; `table`: the table becomes one note. */
export type CsvAs = "rows" | "table";

/** Whether files of unknown formats are left out, or kept as attachments of a note. */
export type UnknownAs = "left-out" | "attached";

/** Choices that change which notes are found. */
export type ReadChoices = { readonly csvAs: CsvAs; readonly unknownAs: UnknownAs };

export type ReadOptions = ReadChoices & { readonly password: string | undefined };

/** `Item` and `Sum` are types of the report, so that the port is independent of formats. */
export type ScannedSource<Item, Sum> = {
  readonly items: readonly Item[];
  readonly sum: Sum;
  /** Ids of the notes, the same at each reading of the source. */
  readonly noteIds: readonly string[];
  /** Ids in `noteIds` of notes in the source's trash. */
  readonly trashedIds: readonly string[];
  /** True if the source has tables that can be read either way. */
  readonly hasTables: boolean;
};

export type ImportedNote = {
  readonly note: BackupNote;
  readonly folderName: string | undefined;
  /** Position of the folder among all of the source. */
  readonly folderAt?: number;
  readonly isPinned: boolean;
  readonly isTrashed: boolean;
  readonly files: readonly { readonly attachment: Attachment; readonly bytes: Uint8Array }[];
};

export type ReadOrder = {
  /** Added to ids, so that notes that are already here are imported again; empty to keep the scanned ids. */
  readonly salt: string;
  /** Ids of notes that need not be returned, with the salt applied. */
  readonly skip: readonly string[];
};

export type OpenedImport<Item, Sum> = {
  readonly scanned: ScannedSource<Item, Sum>;
  /** Stops early if `take` returns false. */
  eachNotes(order: ReadOrder, take: (notes: readonly ImportedNote[]) => Promise<boolean>): Promise<Result<void, ImportProblem>>;
  close(): void;
};

export type ImportWatch = { readonly onProgress: (notes: number) => void; readonly stop: StopSignal };

export interface ImportSources<Item, Sum> {
  open(chosen: readonly ChosenSource[], options: ReadOptions, watch: ImportWatch): Promise<Result<OpenedImport<Item, Sum>, ImportProblem>>;
}
