/**
 * Exports of other programs as the user chooses them: read and turned into records beside the page. Implemented by web/adapters/import over a
 * worker. A source is read twice: once to say what is in it, and once to hand its notes over.
 */
import type { BackupNote } from "../model/backup/backup-format.ts";
import type { Attachment } from "../model/entities/note.ts";
import type { CodeMissing } from "../model/lazy-module.ts";
import type { Result } from "../model/result.ts";
import type { StopSignal } from "./attachment-remote.ts";
import type { ChosenFile } from "./backup-archives.ts";

export type ImportProblem = CodeMissing | { readonly kind: "stopped" } | { readonly kind: "import-broken"; readonly detail: string };

/** `path`: in the folder that was chosen; else the name. `root`: that folder. */
export type ChosenSource = { readonly path: string; readonly root?: string; readonly file: ChosenFile };

/** `Item` and `Sum` are the report's: a port knows nothing of formats. */
export type ScannedSource<Item, Sum> = {
  readonly items: readonly Item[];
  readonly sum: Sum;
  /** The same for the same note of the same source, whenever it is read. */
  readonly noteIds: readonly string[];
};

export type ImportedNote = {
  readonly note: BackupNote;
  readonly folderName: string | undefined;
  readonly isPinned: boolean;
  readonly isTrashed: boolean;
  readonly files: readonly { readonly attachment: Attachment; readonly bytes: Uint8Array }[];
};

export type ReadOrder = {
  /** Put into ids, so that notes that are here already come in once more. */
  readonly salt: string;
};

export type OpenedImport<Item, Sum> = {
  readonly scanned: ScannedSource<Item, Sum>;
  /** Ends early when `take` answers false. */
  eachNotes(order: ReadOrder, take: (notes: readonly ImportedNote[]) => Promise<boolean>): Promise<Result<void, ImportProblem>>;
  close(): void;
};

export type ImportWatch = { readonly onProgress: (notes: number) => void; readonly stop: StopSignal };

export interface ImportSources<Item, Sum> {
  open(
    chosen: readonly ChosenSource[],
    options: { readonly password: string | undefined },
    watch: ImportWatch,
  ): Promise<Result<OpenedImport<Item, Sum>, ImportProblem>>;
}
