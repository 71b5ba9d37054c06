/** An index of passed texts, in memory only, for notes whose words must not be stored on the device. */

import { ok } from "../../model/result.ts";
import type { GivenSearchEngine, KeptText, NoteText, SearchTexts } from "../../ports/device/search-engine.ts";
import type { Clock } from "../../ports/environment.ts";
import { createSearchEngine } from "./search-engine-service.ts";

export function createGivenSearch(clock: Clock): GivenSearchEngine {
  const given = new Map<string, NoteText>();
  const kept = new Map<string, KeptText>();
  const texts: SearchTexts = {
    readKept: async () => ok([]),
    getKept: async (noteIds) => ok(noteIds.flatMap((noteId) => kept.get(noteId) ?? [])),
    async keep(rows, forget) {
      for (const noteId of forget) kept.delete(noteId);
      for (const row of rows) kept.set(row.noteId, row);
      return ok(undefined);
    },
    async readNotes(noteIds) {
      const read = noteIds.flatMap((noteId) => given.get(noteId) ?? []);
      for (const noteId of noteIds) given.delete(noteId);
      return ok(read);
    },
  };
  const engine = createSearchEngine(texts, clock);
  return {
    update: (changed, removed) => engine.update(changed, removed),
    pruneStale: () => engine.pruneStale(),
    search: (request) => engine.search(request),
    excerpts: (noteIds, words) => engine.excerpts(noteIds, words),
    async give(rows) {
      for (const row of rows) given.set(row.noteId, row);
    },
    close() {
      engine.close();
      given.clear();
      kept.clear();
    },
  };
}
