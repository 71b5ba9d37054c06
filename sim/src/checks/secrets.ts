/**
 * Checks what the vault key alone must not reveal about a note in the Sensitive folder: its text, in any file, revision or pack of the
 * drive (including trashed ones) and in anything that a device keeps. encryption.md 3.5 (9), 3.6 (i).
 */
import { type Entity, isPurged, isSealed } from "@satchel/core/model/entities/entity.ts";
import { everyVersionIn } from "../device/reading.ts";
import { tokensIn } from "../oracle/oracle.ts";
import { ACCESS_TOKEN, DRIVE_URLS, type SimDrive } from "../world/drive.ts";

export function sensitiveIds(entities: Iterable<Entity>): ReadonlySet<string> {
  return new Set([...entities].flatMap((entity) => (entity.kind === "note" && entity.isEncrypted ? [entity.id] : [])));
}

/**
 * The versions of an ordinary note reveal nothing, even if a copy that is sensitive now contains the same text (seed 198 of sensitive
 * runs).
 */
export function leaksIn(records: readonly Entity[], noteIds: ReadonlySet<string>): readonly string[] {
  // A purged note has nothing to seal.
  const isBare = (record: Entity): boolean => !isSealed(record) && !(record.kind === "note" && isPurged(record));
  const bare = records.filter((record) => noteIds.has(record.id) && (isBare(record) || textsIn(record).length > 0));
  return bare.map((record) => `${record.id} with ${textsIn(record).join(" ")}`);
}

/** Ids and version vectors are left out, because a name in them may look like a text (seeds 200283, 200995). */
function textsIn(record: Entity): readonly string[] {
  if (record.kind !== "note") return [];
  const { title, content, sealed = "", tags = [], attachments } = record;
  return tokensIn([title, content, sealed, ...tags, JSON.stringify(attachments)].join(" "));
}

type Held = { readonly where: string; readonly records: readonly Entity[] };

/** Every revision of every file, opened with the vault key. */
export async function everyRecord({ fetch }: SimDrive): Promise<readonly Held[]> {
  const headers = { authorization: `Bearer ${ACCESS_TOKEN}` };
  const ask = async (path: string): Promise<Response> => fetch(`${DRIVE_URLS.api}${path}`, { headers });
  // Drives return older revisions only if those are kept for ever. Anyone who has access can ask for that.
  const keep = (path: string): Promise<Response> =>
    fetch(`${DRIVE_URLS.api}${path}`, {
      method: "PATCH",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ keepForever: true }),
    });
  const json = async <Value>(path: string): Promise<Value> => (await ask(path)).json() as Promise<Value>;
  const { files = [] } = await json<{ readonly files?: readonly Listed[] }>("/files?fields=files(id,appProperties,trashed)&pageSize=1000");
  const held: Held[] = [];
  for (const { id, appProperties, trashed } of files.filter(isOfRecords)) {
    const { revisions = [] } = await json<{ readonly revisions?: readonly { readonly id: string }[] }>(
      `/files/${id}/revisions?fields=revisions(id)`,
    );
    for (const revision of revisions) {
      await keep(`/files/${id}/revisions/${revision.id}`);
      const answer = await ask(`/files/${id}/revisions/${revision.id}?alt=media`);
      const where = `revision ${revision.id} of the ${trashed ? "trashed " : ""}${appProperties?.k} ${id}`;
      if (answer.ok) held.push({ where, records: everyVersionIn(new Uint8Array(await answer.arrayBuffer())) });
    }
  }
  return held;
}

/** A pack is in the trash only if the user put it there, and stays there until they or the drive empty the trash (seed 920119). */
function isOfRecords({ appProperties, trashed }: Listed): boolean {
  const kind = appProperties?.k ?? "";
  return KINDS.includes(kind) && !(kind === "primary" && trashed);
}

const KINDS = ["note", "folder", "pack", "history", "primary"];

type Listed = { readonly id: string; readonly trashed: boolean; readonly appProperties?: Readonly<Record<string, string>> };
