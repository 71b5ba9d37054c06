/** What the trash screen asks for. */
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
  /** Of many notes: how far it is. */
  readonly work: TrashWork | undefined;
};

export type TrashPreview = Pick<Note, "noteId" | "title" | "content" | "attachments">;

export type PreviewProblem = StoreProblem | { readonly kind: "not-found" | "sensitive-locked" };

export interface TrashService {
  readonly store: ReadableStore<TrashState>;
  /** Reads what is in the trash, and follows it until it is closed. */
  read(): Promise<void>;
  preview(noteId: string): Promise<Result<TrashPreview, PreviewProblem>>;
  /** Ids of notes with all of these words in their title or text; undefined: another search was begun. */
  search(term: string): Promise<ReadonlySet<string> | undefined>;
  /** To their folders; where one is gone, to none. Answers how many came back. */
  restore(noteIds: readonly string[]): Promise<Result<number, StoreProblem>>;
  /** For good, on all devices. Answers how many. */
  purge(noteIds: readonly string[]): Promise<Result<number, StoreProblem>>;
  /** Stops the work that is under way after the notes that it is at. */
  cancel(): void;
  chooseKeptDays(days: KeptDays): void;
  /** Purges what has been there for as long as was chosen. */
  purgeDue(): Promise<void>;
  /** Does so now, and every few hours until it is closed. */
  watch(): void;
  close(): void;
}
