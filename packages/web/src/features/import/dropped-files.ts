/** Dropped files and folders as sources, with their paths. */
import type { ChosenSource } from "@satchel/core/ports/transfer/import-sources.ts";
import type { ImportService } from "@satchel/core/transfer/import/import-service-types.ts";

/** `dropped`: null for entries that are not files. Does nothing while an import is in progress. */
export async function importDropped(imports: ImportService, dropped: readonly (FileSystemEntry | null)[]): Promise<void> {
  const entries = dropped.filter((entry) => entry !== null);
  const { kind } = imports.store.getState();
  if (kind === "importing" || kind === "scanning" || kind === "undoing" || entries.length === 0) return;
  await imports.scan(await readDropped(entries), undefined);
}

async function readDropped(entries: readonly FileSystemEntry[]): Promise<readonly ChosenSource[]> {
  const found: ChosenSource[] = [];
  const isOneFolder = entries.length === 1 && entries[0]?.isDirectory === true;
  for (const entry of entries) await readEntry(entry, isOneFolder ? "" : entry.name, found);
  const root = isOneFolder ? entries[0]?.name : undefined;
  return root === undefined ? found : found.map((source) => ({ ...source, root }));
}

async function readEntry(entry: FileSystemEntry, path: string, found: ChosenSource[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File | undefined>((done) => (entry as FileSystemFileEntry).file(done, () => done(undefined)));
    if (file !== undefined) found.push({ path: path === "" ? file.name : path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // The reader returns entries in batches.
    const batch = await new Promise<readonly FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])));
    if (batch.length === 0) return;
    for (const child of batch) await readEntry(child, path === "" ? child.name : `${path}/${child.name}`, found);
  }
}
