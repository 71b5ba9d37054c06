/** Record of an import that can be continued: what it stores, how it is parsed, and its progress as found in the library. Pure. */
import { isAlive, isPurged, type LightEntity } from "../../model/entities/entity.ts";
import { hashText } from "../../model/entities/entity-ids.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import type { ImportRecord } from "../../ports/transfer/import-records.ts";
import type { ChosenSource } from "../../ports/transfer/import-sources.ts";
import { stableId } from "../exchange/to-stored-note.ts";

type Entities = ReadonlyMap<string, LightEntity>;
type Presence = { readonly kind: string; readonly alive: VersionVector; readonly purged?: string };

/** Returns the library id of a note from its scanned id. */
export function saltedId(scannedId: string, salt: string): string {
  return salt === "" ? scannedId : stableId(`${scannedId} ${salt}`);
}

export function reportIdOf({ importId }: Pick<ImportRecord, "importId">): string {
  return stableId(`report of import ${importId}`);
}

/** Identifies the same files wherever they are now, by path and size. */
export function hashFiles(chosen: readonly ChosenSource[]): string {
  const lines = chosen.map(({ path, file }) => JSON.stringify([path, file.size])).sort();
  return `${lines.length}-${hashText(lines.join("\n"))}`;
}

/** True if the library has the note as the source does. A trashed note also counts if the source had it in the trash. */
export function isHere(entity: Presence | undefined, isTrashed: boolean): boolean {
  if (entity === undefined) return false;
  return isAlive(entity) || (isTrashed && entity.kind === "note" && !isPurged(entity));
}

type Planned = Pick<ImportRecord, "noteIds" | "skippedIds" | "revivedIds">;

export function planRecord(noteIds: readonly string[], trashedIds: ReadonlySet<string>, entities: Entities): Planned {
  const isSkipped = (id: string): boolean => isHere(entities.get(id), trashedIds.has(id));
  const skippedIds = noteIds.filter(isSkipped);
  return { noteIds, skippedIds, revivedIds: noteIds.filter((id) => entities.has(id) && !isSkipped(id)) };
}

/** Returns the ids that the import added, including notes deleted since, which do not come back. */
export function addedIdsOf({ noteIds, skippedIds, revivedIds }: Planned, entities: Entities): readonly string[] {
  const [skipped, revived] = [new Set(skippedIds), new Set(revivedIds)];
  return noteIds.filter((id) => {
    const entity = skipped.has(id) ? undefined : entities.get(id);
    return entity !== undefined && (!revived.has(id) || isAlive(entity));
  });
}

/** True if the import was undone: its report, which is written last, and everything it added are deleted. */
export function isUndone(record: Planned & Pick<ImportRecord, "importId">, entities: Entities): boolean {
  const isGone = (id: string): boolean => {
    const entity = entities.get(id);
    return entity !== undefined && !isAlive(entity);
  };
  return [reportIdOf(record), ...addedIdsOf(record, entities)].every(isGone);
}

/** True if the scanned notes are those that the import began with. */
export function isSameSource({ noteIds, salt }: Pick<ImportRecord, "noteIds" | "salt">, scannedIds: readonly string[]): boolean {
  const known = new Set(noteIds);
  return known.size === new Set(scannedIds).size && scannedIds.every((id) => known.has(saltedId(id, salt)));
}

/** Returns undefined if the value is not an import record. */
export function parseImportRecord(value: unknown): ImportRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  // Earlier versions kept every unknown file as an attachment, and did not record folders.
  const row: Readonly<Record<string, unknown>> = { unknownAs: "attached", folderIds: [], ...value };
  const isSound =
    ["importId", "sourceName", "filesHash", "salt"].every((key) => typeof row[key] === "string") &&
    typeof row.startedAtMs === "number" &&
    Number.isFinite(row.startedAtMs) &&
    (row.csvAs === "rows" || row.csvAs === "table") &&
    (row.unknownAs === "left-out" || row.unknownAs === "attached") &&
    (row.folderId === undefined || typeof row.folderId === "string") &&
    [row.noteIds, row.skippedIds, row.revivedIds, row.folderIds].every(isTexts) &&
    Array.isArray(row.notKept) &&
    row.notKept.every((pair) => isTexts(pair) && pair.length === 2);
  return isSound ? (row as ImportRecord) : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
