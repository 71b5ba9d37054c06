/** Returns everything a browser stores for this origin as one text to search: both storages, every database, caches and files. */
import type { Page } from "playwright-core";

export async function readEverythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const toPromise = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    /** Opening a database that was deleted since the listing would recreate it, so the upgrade is aborted. */
    const openExisting = (name: string) => {
      const request = indexedDB.open(name);
      request.onupgradeneeded = () => request.transaction?.abort();
      return toPromise(request).catch((error: unknown) => {
        if ((error as DOMException).name === "AbortError") return undefined;
        throw error;
      });
    };
    const databases: Record<string, Record<string, unknown>> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const db = await openExisting(name);
      if (db === undefined) continue;
      const rows: Record<string, unknown> = {};
      for (const store of db.objectStoreNames) rows[store] = await toPromise(db.transaction(store).objectStore(store).getAll());
      databases[name] = rows;
      db.close();
    }
    const files: string[] = [];
    const root = await navigator.storage.getDirectory();
    for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) files.push(name);
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) cached.push(`${name} ${new URL(url).pathname}`);
    }
    return JSON.stringify({ local: { ...localStorage }, session: { ...sessionStorage }, databases, files, cached });
  });
}
