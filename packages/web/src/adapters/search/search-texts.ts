/** Stored texts of the index (`search_chunks`, `local_metadata`). Written only while the note is unchanged and not sensitive. */

import { vectorKey } from "@satchel/core/model/entities/version-vector.ts";
import { CLOUD_DATABASE, LOCAL_DATABASE } from "@satchel/core/model/storage-keys.ts";
import type { KeptText, NoteText, SearchTexts } from "@satchel/core/ports/device/search-engine.ts";
import { unwrap } from "idb";
import { openCloudDatabase } from "../indexed-db/cloud/cloud-database.ts";
import { readNoteRows, readStored } from "../indexed-db/cloud/cloud-reads.ts";
import { NOTE_STORES, type Transaction } from "../indexed-db/cloud/cloud-transaction.ts";
import { guarded } from "../indexed-db/databases/idb-problems.ts";
import { openAgain } from "../indexed-db/databases/renew-log.ts";
import { openLocalDatabase, TEXT_PREFIX } from "../indexed-db/local-mode-store.ts";
import { fromNoteRow } from "../indexed-db/rows/local-rows.ts";

export function openSearchTexts(databaseName: string): SearchTexts {
  return databaseName === LOCAL_DATABASE.name ? localTexts() : cloudTexts();
}

/** Does nothing: upgrades and deletions are done by the page's own connection. */
const freeSpace = async (): Promise<void> => undefined;

/** Opens the database at the first use, and again after the browser closed it or failed to open it, as it does on a full disk. */
function keepOpen<Database>(open: (onLost: () => void) => Promise<Database>): () => Promise<Database> {
  let opening: Promise<Database> | undefined;
  let isLost = false;
  return () => {
    if (opening !== undefined) return opening;
    const openOnce = () => open(() => forget());
    const mine = isLost ? openAgain(openOnce) : openOnce();
    const forget = (): void => {
      isLost = true;
      if (opening === mine) opening = undefined;
    };
    mine.catch(forget);
    opening = mine;
    return mine;
  };
}

function cloudTexts(): SearchTexts {
  const DB = CLOUD_DATABASE;
  const database = keepOpen((onLost) => openCloudDatabase(freeSpace, onLost));
  return {
    readKept: (after, count) => guarded(async () => (await database()).getAll(DB.searchChunks, behind(after), count)),
    getKept: (noteIds) =>
      guarded(async () => {
        const { store } = (await database()).transaction(DB.searchChunks);
        return present(await Promise.all(noteIds.map((noteId) => store.get(noteId))));
      }),
    keep: (rows, forget) =>
      guarded(async () => {
        const transaction = (await database()).transaction([...NOTE_STORES, DB.searchChunks], "readwrite", { durability: "relaxed" });
        const noteIds = rows.map(({ noteId }) => noteId);
        const notes = await readNoteRows(transaction as unknown as Transaction, noteIds);
        // Single requests are not awaited: the first failure ends the transaction.
        const chunks = unwrap(transaction).objectStore(DB.searchChunks);
        for (const row of rows) {
          const note = notes.get(row.noteId);
          if (note !== undefined && mayKeep(note, row)) chunks.put(row, row.noteId);
        }
        for (const noteId of forget) chunks.delete(noteId);
        await transaction.done;
      }),
    readNotes: (noteIds) =>
      guarded(async () => {
        const transaction = (await database()).transaction(NOTE_STORES);
        const stored = await readStored(transaction as unknown as Transaction, noteIds);
        return [...stored].flatMap(([noteId, { entity }]): NoteText[] =>
          entity.kind !== "note" || entity.isEncrypted ? [] : [{ noteId, title: entity.title, content: entity.content }],
        );
      }),
  };
}

function localTexts(): SearchTexts {
  const DB = LOCAL_DATABASE;
  const database = keepOpen((onLost) => openLocalDatabase(freeSpace, onLost));
  const keyOf = (noteId: string) => `${TEXT_PREFIX}${noteId}`;
  return {
    readKept: (after, count) =>
      guarded(async () => {
        const range = IDBKeyRange.bound(keyOf(after ?? ""), `${TEXT_PREFIX}\uffff`, true);
        return (await (await database()).getAll(DB.metadata, range, count)).map(({ value }) => value as KeptText);
      }),
    getKept: (noteIds) =>
      guarded(async () => {
        const { store } = (await database()).transaction(DB.metadata);
        return present(await Promise.all(noteIds.map((noteId) => store.get(keyOf(noteId))))).map(({ value }) => value as KeptText);
      }),
    keep: (rows, forget) =>
      guarded(async () => {
        const transaction = (await database()).transaction([DB.notes, DB.metadata], "readwrite", { durability: "relaxed" });
        const [notes, kept] = [transaction.objectStore(DB.notes), transaction.objectStore(DB.metadata)];
        const put = rows.map(async (row) => {
          const stored = await notes.get(row.noteId);
          const note = stored && fromNoteRow(stored);
          if (note !== undefined && mayKeep(note, row)) await kept.put({ key: keyOf(row.noteId), value: row });
        });
        await Promise.all([...put, ...forget.map((noteId) => kept.delete(keyOf(noteId))), transaction.done]);
      }),
    readNotes: (noteIds) =>
      guarded(async () => {
        const { store } = (await database()).transaction(DB.notes);
        const notes = present(present(await Promise.all(noteIds.map((noteId) => store.get(noteId)))).map(fromNoteRow));
        return notes.flatMap(({ id, title, content, isEncrypted }) => (isEncrypted ? [] : [{ noteId: id, title, content }]));
      }),
  };
}

function mayKeep(note: { readonly isEncrypted: boolean; readonly vv: Parameters<typeof vectorKey>[0] }, row: KeptText): boolean {
  return !note.isEncrypted && vectorKey(note.vv) === row.stamp;
}

function behind(after: string | undefined): IDBKeyRange | undefined {
  return after === undefined ? undefined : IDBKeyRange.lowerBound(after, true);
}

function present<Value>(found: readonly (Value | undefined)[]): readonly Value[] {
  return found.filter((value) => value !== undefined);
}
