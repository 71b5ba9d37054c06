/**
 * Exports of other programs as the user chooses them: read and turned into records beside the page. Implemented by web/adapters/import over a
 * worker. A source is read to say what is in it, and then its notes are handed over.
 */
import type { BackupNote } from "../../model/backup/backup-format.ts";
import type { Attachment } from "../../model/entities/note.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { StopSignal } from "../../model/long-tasks.ts";
import type { Result } from "../../model/result.ts";
import type { ChosenFile } from "./backup-archives.ts";

export type ImportProblem = CodeMissing | { readonly kind: "stopped" } | { readonly kind: "import-broken"; readonly detail: string };

/** `path`: in the folder that was chosen; else the name. `root`: that folder. */
export type ChosenSource = { readonly path: string; readonly root?: string; readonly file: ChosenFile };

/** What each row of a table in a CSV file becomes: a note, or a line of one note with the table. */
export type CsvAs = "rows" | "table";

export type ReadOptions = { readonly password: string | undefined; readonly csvAs: CsvAs };

/** `Item` and `Sum` are the report's: a port knows nothing of formats. */
export type ScannedSource<Item, Sum> = {
  readonly items: readonly Item[];
  readonly sum: Sum;
  /** The same for the same note of the same source, whenever it is read. */
  readonly noteIds: readonly string[];
  /** Of those, the ones that the source had thrown away. */
  readonly trashedIds: readonly string[];
  /** There are tables that can come in as either. */
  readonly hasTables: boolean;
};

export type ImportedNote = {
  readonly note: BackupNote;
  readonly folderName: string | undefined;
  readonly isPinned: boolean;
  readonly isTrashed: boolean;
  readonly files: readonly { readonly attachment: Attachment; readonly bytes: Uint8Array }[];
};

export type ReadOrder = {
  /** Put into ids, so that notes that are here already come in once more; empty: the ids are as they were scanned. */
  readonly salt: string;
  /** Notes that need not be handed over, by those ids. */
  readonly skip: readonly string[];
};

export type OpenedImport<Item, Sum> = {
  readonly scanned: ScannedSource<Item, Sum>;
  /** Ends early when `take` answers false. */
  eachNotes(order: ReadOrder, take: (notes: readonly ImportedNote[]) => Promise<boolean>): Promise<Result<void, ImportProblem>>;
  close(): void;
};

export type ImportWatch = { readonly onProgress: (notes: number) => void; readonly stop: StopSignal };

export interface ImportSources<Item, Sum> {
  open(chosen: readonly ChosenSource[], options: ReadOptions, watch: ImportWatch): Promise<Result<OpenedImport<Item, Sum>, ImportProblem>>;
}
