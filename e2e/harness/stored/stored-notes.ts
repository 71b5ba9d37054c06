/** Reads the notes and contents that a device has stored, directly from the page's IndexedDB. */
import type { Page } from "playwright-core";

export type StoredNote = { readonly noteId: string; readonly title: string; readonly content: string; readonly alive: boolean };

/** Returns the notes that are not deleted, of the cloud library or of local mode. */
export async function readStored(page: Page, library: "cloud" | "local" = "cloud"): Promise<StoredNote[]> {
  const [database, notes, contents] =
    library === "cloud" ? ["CloudNotesCache", "cloud_notes", "note_contents"] : ["NotesAppLocal", "local_notes", "local_notes"];
  return page.evaluate(
    async ([databaseName = "", notesStore = "", contentsStore = ""]) => {
      type Row = { noteId: string; kind?: string; title?: string; content?: string; alive?: Record<string, number> };
      const toPromise = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await toPromise(indexedDB.open(databaseName));
      const transaction = db.transaction([...new Set([notesStore, contentsStore])]);
      const rows = (await toPromise(transaction.objectStore(notesStore).getAll())) as Row[];
      const texts = (await toPromise(transaction.objectStore(contentsStore).getAll())) as Row[];
      // Notes that came from the drive in large numbers are stored in chunks (decision 0038).
      for (const name of ["note_chunks", "text_chunks"].filter((one) => db.objectStoreNames.contains(one))) {
        for (const chunk of await toPromise(db.transaction(name).objectStore(name).getAll())) {
          rows.push(...((chunk.rows ?? []) as Row[]));
          texts.push(...((chunk.texts ?? []) as Row[]));
        }
      }
      db.close();
      const contentById = new Map(texts.map((text) => [text.noteId, text.content ?? ""]));
      return rows
        .filter(({ kind }) => kind !== "folder")
        .map(({ noteId, title = "", alive }) => ({
          noteId,
          title,
          content: contentById.get(noteId) ?? "",
          alive: alive === undefined || Object.keys(alive).length > 0,
        }));
    },
    [database, notes, contents],
  );
}

/** Returns all drafts of the cloud library as one text to search. */
export async function readDrafts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const toPromise = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await toPromise(indexedDB.open("CloudNotesCache"));
    const drafts = await toPromise(db.transaction("drafts").objectStore("drafts").getAll());
    db.close();
    return JSON.stringify(drafts);
  });
}

/** Returns the only undeleted note with that title. */
export async function readNote(page: Page, title: string): Promise<StoredNote> {
  const found = (await readStored(page)).filter((note) => note.title === title && note.alive);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} notes are called '${title}'`);
  return found[0];
}

/** Adds `count` copies of an existing local note in one step; the page shows them after a reload. */
export async function multiplyLocal(page: Page, title: string, count: number): Promise<void> {
  await page.evaluate(
    async ([name, total]) => {
      type Row = { readonly noteId: string; readonly title: string; readonly lastModified: number };
      const toPromise = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await toPromise(indexedDB.open("NotesAppLocal"));
      const transaction = db.transaction("local_notes", "readwrite");
      const done = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      const notes = transaction.objectStore("local_notes");
      const first = ((await toPromise(notes.getAll())) as Row[]).find((row) => row.title === name);
      if (first === undefined) throw new Error(`no note is called '${name}'`);
      for (let index = 1; index <= total; index += 1) {
        notes.put({ ...first, noteId: `${first.noteId}-${index}`, title: `${name} ${index}`, lastModified: first.lastModified + index });
      }
      await done;
      db.close();
    },
    [title, count] as const,
  );
}

/** Removes a store from the cloud library's database, from a page of this origin that does not hold it open. */
export async function breakCache(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/healthz`);
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("CloudNotesCache", 5);
        request.onupgradeneeded = () => request.result.deleteObjectStore("bases");
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
        request.onerror = () => reject(request.error);
      }),
  );
}
