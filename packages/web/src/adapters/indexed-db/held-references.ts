/** Which attachments a device holds on to beside its notes: for bases and former versions, records of merges, and drafts. sync.md §11. */
import { referencesIn } from "@satchel/core/document/attachment-references.ts";
import { CLOUD_DATABASE as DB } from "@satchel/core/model/storage-keys.ts";
import type { CloudDatabase } from "./cloud-database.ts";

export async function heldReferences(database: CloudDatabase, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const transaction = database.transaction([DB.bases, DB.conflicts, DB.drafts]);
  const bases = transaction.objectStore(DB.bases).index("attIds");
  const [counts, conflicts, drafts] = await Promise.all([
    Promise.all(ids.map((id) => bases.count(id))),
    transaction.objectStore(DB.conflicts).getAll(),
    transaction.objectStore(DB.drafts).getAll(),
  ]);
  const held = new Set([
    ...conflicts.flatMap(({ local, cloud, merged }) => [...local.attIds, ...cloud.attIds, ...merged.attIds]),
    ...drafts.flatMap(({ content }) => referencesIn(content)),
  ]);
  return new Set(ids.filter((id, at) => (counts[at] ?? 0) > 0 || held.has(id)));
}
