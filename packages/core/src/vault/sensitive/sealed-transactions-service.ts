/**
 * Transactions on sealed notes: plans, opens and seals missing texts, and plans again. The folder may lock in between. encryption.md 3.5
 * (8) (9).
 */

import type { Library, Origin } from "../../library/index/library-service.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { parseJson } from "../../model/entities/parsing/record-values.ts";
import { parseSealedText, SealedTexts, type Wanted } from "../../model/entities/parsing/sealed-texts.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { Plan, Reads, Seen, StoreProblem } from "../../ports/device/local-store.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import type { SensitiveState } from "./sensitive-service-types.ts";

export type SealedTransactions = {
  transact<Value>(
    reads: Reads,
    plan: (seen: Seen, texts: SealedTexts) => Plan<Value>,
    origin: Origin,
  ): Promise<Result<Value, StoreProblem>>;
  /** Returns the opened note; undefined if it is locked or damaged. */
  open(note: NoteEntity): Promise<NoteEntity | undefined>;
};

/** Without `sealing` every sealed text counts as locked. */
export function createSealedTransactions(library: Library, sealing: NoteSealing | undefined): SealedTransactions {
  const texts = new SealedTexts(sealing === undefined);
  return {
    async transact<Value>(reads: Reads, plan: (seen: Seen, texts: SealedTexts) => Plan<Value>, origin: Origin) {
      for (;;) {
        let wanted: readonly Wanted[] = [];
        const outcome = await library.transact<Value | undefined>(
          reads,
          (seen) => {
            const planned = plan(seen, texts);
            wanted = texts.takeWanted();
            return wanted.length === 0 ? planned : { writes: {}, answer: undefined };
          },
          origin,
        );
        if (!outcome.ok || wanted.length === 0) return outcome as Result<Value, StoreProblem>;
        await fetchWanted(wanted, texts, sealing as NoteSealing);
      }
    },

    async open(note) {
      const known = texts.open(note);
      if (known !== undefined) return known;
      await fetchWanted(texts.takeWanted(), texts, sealing as NoteSealing);
      return texts.open(note);
    },
  };
}

async function fetchWanted(wanted: readonly Wanted[], texts: SealedTexts, sealing: NoteSealing): Promise<void> {
  const isOpen = await Promise.all(
    wanted.map((one) => (one.kind === "open" ? openOne(one, texts, sealing) : sealOne(one, texts, sealing))),
  );
  if (isOpen.includes(false)) texts.lock();
}

async function openOne({ key, id, sealed }: Wanted & { kind: "open" }, texts: SealedTexts, sealing: NoteSealing): Promise<boolean> {
  const envelope = parseJson(sealed);
  const opened = await sealing.openSensitiveNote(id, envelope);
  texts.keepText(key, opened.ok ? parseSealedText(opened.value) : undefined);
  return opened.ok || opened.problem !== "locked";
}

async function sealOne({ key, id, text }: Wanted & { kind: "seal" }, texts: SealedTexts, sealing: NoteSealing): Promise<boolean> {
  const sealed = await sealing.sealSensitiveNote(id, text);
  texts.keepSeal(key, sealed.ok ? JSON.stringify(sealed.value) : undefined);
  return sealed.ok || sealed.problem !== "locked";
}

export type UnlockedReading = {
  readonly library: Library;
  readonly sealing: NoteSealing;
  readonly sensitive: { readonly store: ReadableStore<SensitiveState> };
};

/**
 * Opens notes for screens that stay open. Keeps nothing, and returns undefined once the folder is locked, even though its key is available
 * a moment longer (sensitive-service-types.ts, `onLock`), or if the note is damaged. encryption.md 3.5 (8).
 */
export function createUnlockedReader({ library, sealing, sensitive }: UnlockedReading) {
  return async (note: NoteEntity): Promise<NoteEntity | undefined> => {
    const opened = await createSealedTransactions(library, sealing).open(note);
    return note.sealed === undefined || sensitive.store.getState().kind === "unlocked" ? opened : undefined;
  };
}
