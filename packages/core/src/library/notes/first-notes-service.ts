/**
 * The two notes of a library that has just been created. They show what a note can hold and are ordinary notes from then on. Decision 0044.
 */
import type { Entity } from "../../model/entities/entity.ts";
import { FIRST_NOTE_IDS } from "../../model/entities/entity-ids.ts";
import type { NoteDraft } from "../../model/entities/note.ts";
import { ok, type Result } from "../../model/result.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Library } from "../index/library-service.ts";
import { planCreate } from "./plan-note.ts";

/** Returns the two texts, which link to each other by these ids. */
export type FirstNotesText = (ids: typeof FIRST_NOTE_IDS) => readonly [NoteDraft, NoteDraft];

/** False if this library has or had notes, or if a browser that had notes has lost them. */
function mayAddFirstNotes(library: Library, preferences: Preferences): boolean {
  const { index, unreadableRows } = library;
  if (preferences.read(LOCAL_KEYS.firstNotes) !== undefined || unreadableRows > 0 || index.waiting.size > 0) return false;
  return ![...index.entities.values()].some(({ kind }) => kind === "note");
}

type FirstNotesDeps = {
  readonly library: Library;
  readonly preferences: Preferences;
  readonly text: FirstNotesText;
  readonly nowMs: number;
};

/** Creates both notes in one transaction and returns whether it did. Creates none if another tab has written in the meantime. */
export async function addFirstNotes({ library, preferences, text, nowMs }: FirstNotesDeps): Promise<Result<boolean, StoreProblem>> {
  if (!mayAddFirstNotes(library, preferences)) return ok(false);
  const [first, second] = text(FIRST_NOTE_IDS);
  const added = await library.transact(
    { entities: FIRST_NOTE_IDS },
    ({ entities, meta }) => {
      const isChanged = meta.ctr !== library.index.meta.ctr || FIRST_NOTE_IDS.some((id) => entities.get(id) !== undefined);
      if (isChanged || !mayAddFirstNotes(library, preferences)) return { writes: {}, answer: false };
      const notes: Entity[] = [];
      // The last one is the newest, which is at the top of the list.
      for (const [id, draft] of [
        [FIRST_NOTE_IDS[1], second],
        [FIRST_NOTE_IDS[0], first],
      ] as const) {
        const stampedBy = { meta: { ...meta, ctr: meta.ctr + notes.length }, nowMs: nowMs + notes.length };
        notes.push(planCreate(id, { draft, folderId: null }, stampedBy).note);
      }
      return { writes: { entities: notes, meta: { ctr: meta.ctr + notes.length } }, answer: true };
    },
    "user",
  );
  if (added.ok && added.value) preferences.write(LOCAL_KEYS.firstNotes, String(nowMs));
  return added;
}
