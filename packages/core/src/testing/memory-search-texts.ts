/** Searchable texts in memory, over any local store, for tests. Passes search-texts-contract.ts. */

import { vectorKey } from "../model/entities/version-vector.ts";
import { ok } from "../model/result.ts";
import type { LocalStore } from "../ports/device/local-store.ts";
import type { KeptText, SearchTexts } from "../ports/device/search-engine.ts";

export function createMemorySearchTexts(store: LocalStore, kept: Map<string, KeptText> = new Map()): SearchTexts {
  const notesOf = async (noteIds: readonly string[]) => {
    const read = await store.readEntities(noteIds);
    if (!read.ok) return [];
    return [...read.value.values()].flatMap((entity) => (entity.kind === "note" && !entity.isEncrypted ? [entity] : []));
  };
  /** Hides rows of sensitive notes, as if the write that made them sensitive had dropped their rows. */
  const keptOf = async (noteIds: readonly string[]) => {
    const read = await store.readEntities(noteIds);
    const isSensitive = (noteId: string) => {
      const entity = read.ok ? read.value.get(noteId) : undefined;
      return entity?.kind === "note" && entity.isEncrypted;
    };
    return noteIds.flatMap((noteId) => (isSensitive(noteId) ? [] : (kept.get(noteId) ?? [])));
  };
  return {
    readKept: async (after, count) => {
      const rows = (await keptOf([...kept.keys()].sort())).filter(({ noteId }) => after === undefined || noteId > after);
      return ok(rows.slice(0, count));
    },
    getKept: async (noteIds) => ok(await keptOf(noteIds)),
    keep: async (rows, forget) => {
      const stamps = new Map((await notesOf(rows.map(({ noteId }) => noteId))).map(({ id, vv }) => [id, vectorKey(vv)]));
      for (const row of rows) if (stamps.get(row.noteId) === row.stamp) kept.set(row.noteId, row);
      for (const noteId of forget) kept.delete(noteId);
      return ok(undefined);
    },
    readNotes: async (noteIds) => ok((await notesOf(noteIds)).map(({ id, title, content }) => ({ noteId: id, title, content }))),
  };
}
