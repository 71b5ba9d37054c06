/** A note as sent: with its unpacked versions and the names of packs with the others; without room, a pack first. sync.md §13. */
import { type EmbeddedLimits, withHistory } from "../../library/history/packs/embedded-history.ts";
import { referencesOf, withReferences } from "../../library/history/packs/pack-references.ts";
import { mayBePacked } from "../../library/history/packs/packed-history.ts";
import { packedVersions } from "../../library/history/packs/packed-versions.ts";
import { type Entity, isPurged, type NoteEntity } from "../../model/entities/entity.ts";
import { type KeptVersion, toKeptVersion } from "../../model/entities/note-versions.ts";
import { EMBEDDED, EMBEDDED_WITHOUT_PACK } from "../../model/limits/history-limits.ts";
import type { CycleDeps } from "../context/cycle-types.ts";
import { packHistory } from "./history-packs.ts";

/** Versions that cannot be read now stay where they are, and the note is sent without them. */
export async function embedHistory(deps: CycleDeps, entity: Entity): Promise<Entity> {
  if (entity.kind !== "note" || isPurged(entity)) return entity;
  const note = await embedVersions(deps, entity);
  return withReferences(note, referencesOf(deps.library.index, entity.id));
}

async function embedVersions(deps: CycleDeps, entity: NoteEntity): Promise<NoteEntity> {
  const { embedded = EMBEDDED } = deps.historyLimits ?? {};
  const { note, left } = await embed(deps, entity, embedded);
  if (left === 0 || deps.packs === undefined) return note;
  await packHistory(deps, { noteIds: [entity.id], least: 1 });
  const again = await embed(deps, entity, embedded);
  // The pack could not be written: the file holds more than usual, until one can.
  return again.left === 0 ? again.note : (await embed(deps, entity, EMBEDDED_WITHOUT_PACK)).note;
}

type Embedded = { readonly note: NoteEntity; readonly left: number };

async function embed({ library }: CycleDeps, entity: NoteEntity, limits: EmbeddedLimits): Promise<Embedded> {
  const versions = await library.store.readVersions(entity.id);
  if (!versions.ok) return { note: entity, left: 0 };
  const own = toKeptVersion(entity).key;
  const isPacked = packedVersions(library.index);
  const isDue = (version: KeptVersion): boolean => version.key !== own && !isPacked(version) && mayBePacked(version, entity);
  const due = versions.value.filter(isDue);
  const note = withHistory(entity, due, limits);
  const { history = [] } = note as { readonly history?: readonly unknown[] };
  return { note, left: due.length - history.length };
}
