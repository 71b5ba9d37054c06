/** Data and commands of the trash screen. */
import type { Note } from "../../model/entities/note.ts";
import type { KeptDays } from "../../model/entities/parsing/trash-choice.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { TrashedNote } from "./trash.ts";

export type TrashWork = { readonly kind: "restore" | "purge"; readonly done: number; readonly of: number };

export type TrashState = {
  readonly phase: "unread" | "ready";
  readonly notes: readonly TrashedNote[];
  readonly keptDays: KeptDays;
  /** Progress of a command on many notes. */
  readonly work: TrashWork | undefined;
};

export type TrashPreview = Pick<Note, "noteId" | "title" | "content" | "attachments">;

export type PreviewProblem = StoreProblem | { readonly kind: "not-found" | "sensitive-locked" };

export interface TrashService {
  readonly store: ReadableStore<TrashState>;
  /** Reads the trash and follows its changes until closed. */
  read(): Promise<void>;
  preview(noteId: string): Promise<Result<TrashPreview, PreviewProblem>>;
  /** Returns ids of notes with all these words in title or text; undefined if another search began. */
  search(term: string): Promise<ReadonlySet<string> | undefined>;
  /** Restores notes to their folders, or to none if the folder is gone. Returns the number of restored notes. */
  restore(noteIds: readonly string[]): Promise<Result<number, StoreProblem>>;
  /** Purges notes on all devices and returns their number. */
  purge(noteIds: readonly string[]): Promise<Result<number, StoreProblem>>;
  /** Stops the running command after its current group of notes. */
  cancel(): void;
  chooseKeptDays(days: KeptDays): void;
  /** Purges notes that have been in the trash for the chosen time. */
  purgeDue(): Promise<void>;
  /** Runs `purgeDue` now and every few hours until closed. */
  watch(): void;
  close(): void;
}
