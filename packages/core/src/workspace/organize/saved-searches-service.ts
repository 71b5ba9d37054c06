/**
 * Saves searches under a name. A deleted one is in the trash, as the note that it is stored as. Loaded with its first use. Decision 0052.
 */
import { cutText } from "../../document/html/html-text.ts";
import { escapeText } from "../../document/html/write-stored-html.ts";
import type { Library } from "../../library/index/library-service.ts";
import type { NoteProblem } from "../../library/notes/notes-service-types.ts";
import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import { isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import { newNoteId } from "../../model/entities/entity-ids.ts";
import { isSavedSearch, type SearchValues } from "../../model/entities/saved-search.ts";
import { SAVED_SEARCH } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { WritingMeta } from "../../ports/device/local-store.ts";
import type { Clock, Ids } from "../../ports/environment.ts";

export type SavedSearchesService = {
  /** Returns its id. */
  create(values: SearchValues): Promise<Result<string, NoteProblem>>;
  update(searchId: string, values: SearchValues): Promise<Result<void, NoteProblem>>;
};

type Deps = { readonly library: Library; readonly clock: Clock; readonly ids: Ids };

export function createSavedSearches({ library, clock, ids }: Deps): SavedSearchesService {
  return {
    async create(values) {
      const nowMs = clock.now();
      const id = newNoteId(nowMs, ids.random);
      const blank: NoteEntity = {
        kind: "note",
        id,
        vv: {},
        alive: {},
        createdAt: nowMs,
        mtime: nowMs,
        // Versions of the app without saved searches list it as a note with this text.
        title: cutText(values.name, SAVED_SEARCH.nameMaxChars),
        content: `<p>${escapeText(cutText(values.query, SAVED_SEARCH.queryMaxChars))}</p>`,
        folderId: null,
        isEncrypted: false,
        attachments: [],
        attIds: [],
        ...toFields(values),
      };
      const made = await library.transact({}, ({ meta }) => write(blank, undefined, { meta, nowMs }), "user");
      return made.ok ? ok(id) : made;
    },

    async update(searchId, values) {
      const changed = await library.transact(
        { entities: [searchId] },
        ({ entities, meta }) => {
          const current = entities.get(searchId);
          if (current?.kind !== "note" || !isAlive(current) || !isSavedSearch(current)) return { writes: {}, answer: false };
          return write({ ...current, ...toFields(values) }, current, { meta, nowMs: clock.now() });
        },
        "user",
      );
      if (!changed.ok) return changed;
      return changed.value ? ok(undefined) : failed({ kind: "not-found" });
    },
  };
}

type Moment = { readonly meta: WritingMeta; readonly nowMs: number };

function write(next: NoteEntity, current: NoteEntity | undefined, { meta, nowMs }: Moment) {
  return { writes: { entities: [stampEdit(next, current, nextStamp(meta, nowMs))], meta: { ctr: meta.ctr + 1 } }, answer: true };
}

function toFields({ name, query, icon }: SearchValues): Pick<NoteEntity, "searchName" | "searchQuery" | "searchIcon"> {
  return {
    searchName: cutText(name.trim(), SAVED_SEARCH.nameMaxChars),
    searchQuery: cutText(query.trim(), SAVED_SEARCH.queryMaxChars),
    searchIcon: icon,
  };
}
