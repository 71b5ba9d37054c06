/**
 * Notes as their user reads them, for screens that stay: nothing that was opened is kept, and once the folder is locked nothing of it is answered any
 * more, although its key is there for a moment longer (sensitive-service-types.ts, `onLock`). encryption.md 3.5 (8).
 */
import type { Library } from "../../library/index/library-service.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { NoteSealing } from "../../ports/sensitive-keys.ts";
import { createSealedTransactions } from "./sealed-transactions-service.ts";
import type { SensitiveState } from "./sensitive-service-types.ts";

export type UnlockedReading = {
  readonly library: Library;
  readonly sealing: NoteSealing;
  readonly sensitive: { readonly store: ReadableStore<SensitiveState> };
};

/** Undefined where it is locked or damaged. */
export function createUnlockedReader({ library, sealing, sensitive }: UnlockedReading) {
  return async (note: NoteEntity): Promise<NoteEntity | undefined> => {
    const opened = await createSealedTransactions(library, sealing).open(note);
    return note.sealed === undefined || sensitive.store.getState().kind === "unlocked" ? opened : undefined;
  };
}
