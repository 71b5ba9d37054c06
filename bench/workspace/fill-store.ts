/**
 * Fills an account's store in the page's own database like that of a device in sync with its drive: rows, texts and files. Runs inside the
 * page.
 */

/** `isSent`: the drive has the notes. False leaves them for the app to send. */
export type Fill = { readonly notes: number; readonly startMs: number; readonly isSent?: boolean };

/** Self-contained, because it is sent to the page as text. Returns the number of notes afterwards. */
export async function fillStore({ notes, startMs, isSent = true }: Fill): Promise<number> {
  const toPromise = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const syllables = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu za bre cli dro flu gra ple sta tri sho".split(" ");
  let seed = 42;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed % below;
  };
  const words = Array.from({ length: 6000 }, () =>
    Array.from({ length: 2 + random(3) }, () => syllables[random(syllables.length)]).join(""),
  );
  const some = (count: number): string =>
    Array.from({ length: count }, () => words[Math.floor((random(6000) * random(6000)) / 6000)]).join(" ");
  const database = await toPromise(indexedDB.open("CloudNotesCache"));
  const stores = ["cloud_notes", "note_contents", "remote", "bases"];
  for (let from = 0; from < notes; from += 1000) {
    const transaction = database.transaction(stores, "readwrite", { durability: "relaxed" });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onerror = () => reject(transaction.error);
    });
    for (let index = from; index < Math.min(notes, from + 1000); index += 1) {
      const noteId = `note-${startMs + index}-${String(index).padStart(9, "0")}`;
      const [title, text] = [`${some(4)} ${index}`, some(220)];
      const content = `<p>${text.slice(0, 700)}</p><p>${text.slice(700)}</p>`;
      const times = { createdAt: startMs + index * 60_000, lastModified: startMs + index * 60_000 };
      const vv = { benchd: index + 1 };
      const light = { kind: "note", noteId, title, preview: text.slice(0, 240), contentChars: content.length, folderId: null, ...times };
      const rest = { vv, alive: vv, isEncrypted: false, attachments: [], attIds: [], cachedAt: startMs, cacheType: "cloud" };
      transaction.objectStore("cloud_notes").put({ ...light, ...rest });
      transaction.objectStore("note_contents").put({ noteId, content });
      if (!isSent) continue;
      transaction.objectStore("remote").put({
        fileId: `file-${index}`,
        id: noteId,
        kind: "note",
        vv,
        owner: "benchd",
        trashed: false,
        superseded: false,
        role: "notes",
        version: index,
        modifiedTime: times.lastModified,
        md5: "d41d8cd98f00b204e9800998ecf8427e",
        trusted: true,
      });
    }
    await done;
  }
  const count = await toPromise(database.transaction("cloud_notes").objectStore("cloud_notes").count());
  database.close();
  return count;
}
