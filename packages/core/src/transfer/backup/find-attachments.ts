/** Finds a backup's attachments in its archive by records, otherwise by file names. Pure. */
import { isEntityId } from "@satchel/contract/ids.ts";
import { ATTACHMENTS_FOLDER, type BackupAttachment, type ListedAttachment } from "../../model/backup/backup-format.ts";

/** `isUnlisted`: no record describes the file. */
export type LocatedAttachment = BackupAttachment & { readonly isUnlisted: boolean };
export type LocatedAttachments = { readonly found: readonly LocatedAttachment[]; readonly missing: readonly ListedAttachment[] };

const UNKNOWN_TYPE = "application/octet-stream";

/**
 * `listed`: records; from a damaged list only the `trusted` ones. `named`: attachments that notes mention, by id. `sizes`: bytes by path.
 */
export function locateAttachments(
  listed: readonly ListedAttachment[],
  named: ReadonlyMap<string, ListedAttachment>,
  sizes: ReadonlyMap<string, number>,
): LocatedAttachments {
  const byId = pathsById(sizes);
  const found: LocatedAttachment[] = [];
  const missing: ListedAttachment[] = [];
  for (const record of listed) {
    const path = pathOf(record, byId, sizes);
    if (path === undefined) missing.push(record);
    else found.push({ ...record, path, sizeBytes: sizes.get(path) ?? record.sizeBytes, isUnlisted: false });
  }
  const known = new Set(listed.map(({ id }) => id));
  const taken = new Set(found.map(({ path }) => path));
  for (const [id, path] of byId) {
    if (known.has(id) || taken.has(path)) continue;
    const { fileName = lastPart(path), mimeType = UNKNOWN_TYPE } = named.get(id) ?? {};
    found.push({ id, fileName, mimeType, sizeBytes: sizes.get(path) ?? 0, path, isUnlisted: true });
  }
  return { found, missing };
}

/** Returns the records of a damaged list whose id agrees with the path of their file. */
export function trusted(listed: readonly ListedAttachment[]): readonly ListedAttachment[] {
  return listed.filter(({ id, path }) => path?.startsWith(`${ATTACHMENTS_FOLDER}${id}/`) === true);
}

/** Rejects paths that climb out of the archive. Nothing is unpacked to a path, but Satchel never writes such names. */
export function isPlainPath(path: string): boolean {
  return !path.startsWith("/") && !path.includes("\\") && !path.split("/").some((part) => part === "" || part === "." || part === "..");
}

function pathOf({ id, fileName, path }: ListedAttachment, byId: ReadonlyMap<string, string>, sizes: ReadonlyMap<string, number>) {
  if (path !== undefined && sizes.has(path)) return path;
  const guesses = [`${ATTACHMENTS_FOLDER}${id}`, `${ATTACHMENTS_FOLDER}${id}/${fileName}`, `${ATTACHMENTS_FOLDER}${id}_${fileName}`];
  return guesses.find((guess) => sizes.has(guess)) ?? byId.get(id) ?? onlyNamed(`${ATTACHMENTS_FOLDER}${fileName}`, sizes);
}

function onlyNamed(path: string, sizes: ReadonlyMap<string, number>): string | undefined {
  return sizes.has(path) ? path : undefined;
}

/** Maps ids to paths. Satchel writes `attachments/{id}/{name}`; other writers may omit the name or append it to the id. */
function pathsById(sizes: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  const byId = new Map<string, string>();
  for (const path of sizes.keys()) {
    if (!path.startsWith(ATTACHMENTS_FOLDER)) continue;
    const first = path.slice(ATTACHMENTS_FOLDER.length).split("/")[0] ?? "";
    const id = path.length > ATTACHMENTS_FOLDER.length + first.length ? first : first.replace(/\.[^.]*$/, "");
    if (isEntityId(id) && !byId.has(id)) byId.set(id, path);
  }
  return byId;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
