/**
 * The user's imports of files from other apps: many notes at once, on any device, and the same file on several devices. The ids are made
 * from the notes' content, so repeating an import, here or elsewhere, adds nothing. sync.md §8, decisions 0028 and 0037.
 */
import { isAlive } from "@satchel/core/model/entities/entity.ts";
import { planImportNotes } from "@satchel/core/transfer/import/plan-import.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { Chance } from "../world/random.ts";
import type { UserDeps } from "./user.ts";

/** A file: the texts of its notes by id, and the ids that someone has imported. */
export type ImportFile = { readonly texts: ReadonlyMap<string, string>; readonly imported: Set<string> };

const FIRST_MS = 1_600_000_000_000;

export function newImportFile(oracle: Oracle, chance: Chance, name: number): ImportFile {
  const ids = Array.from({ length: chance.int(3, 14) }, (_, at) => `note-${FIRST_MS + name * 1000 + at}-imported${name}x${at}`);
  return { texts: new Map(ids.map((id) => [id, oracle.newToken()])), imported: new Set() };
}

export async function importOnce({ device, oracle, trace }: UserDeps, { texts, imported }: ImportFile): Promise<void> {
  const notes = [...texts].map(([id, token]) => ({
    note: toNote(id, token),
    folderName: undefined,
    isPinned: false,
    isTrashed: false,
    files: [],
  }));
  const added = await device.command((_notes, { library }) =>
    library.transact(
      { entities: [...texts.keys()] },
      (seen) => {
        const planned = planImportNotes(notes, { folderOf: () => null, pinnedFolderId: undefined }, seen);
        return { writes: planned.writes, answer: planned.writes.entities ?? [] };
      },
      "restore",
    ),
  );
  // The process may have died after the notes reached the disk.
  if (added?.ok !== true) {
    for (const id of texts.keys()) oracle.restored(id, []);
    // The notes may be on the disk, so a later import of this file repeats them and claims nothing new (seed 47359221).
    for (const id of texts.keys()) imported.add(id);
    return;
  }
  for (const { id, vv } of added.value.filter(isAlive)) {
    // Importing the same text again, on a device that had not seen it, makes no new text: a text that replaced it elsewhere stays.
    if (imported.has(id)) oracle.edited(id, vv);
    else oracle.acknowledge(texts.get(id) ?? "", id, { vv, author: device.name });
    imported.add(id);
    // For a note that was deleted here, the import is a restore.
    oracle.restored(id, []);
  }
  trace(`${device.name} imported ${added.value.length} of ${[...texts.values()].join(" ")}`);
}

function toNote(id: string, token: string) {
  const createdAt = Number(id.split("-")[1]);
  const times = { createdAt, lastModified: createdAt };
  return {
    id,
    title: `Imported ${token}`,
    content: `<p>${token}</p>`,
    folderId: null,
    isEncrypted: false,
    attachments: [],
    attIds: [],
    ...times,
  };
}
