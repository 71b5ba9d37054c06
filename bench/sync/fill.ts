/**
 * Puts the corpus into the user's drive and on the device that wrote it, in order. The engine's bookkeeping between two creates is skipped,
 * because it is measured elsewhere; files, rows and counters equal those after a push.
 */

import { observe, observeOwnWrite } from "@satchel/core/library/index/observe.ts";
import { planCreate } from "@satchel/core/library/notes/plan-note.ts";
import { toBase } from "@satchel/core/merge/bases.ts";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import type { SyncMeta, Writes } from "@satchel/core/ports/device/local-store.ts";
import { toWriting } from "@satchel/core/testing/test-writers.ts";
import type { Device } from "./clients/device.ts";
import type { CorpusNote } from "./corpus.ts";

const PER_COMMIT = 500;
/** A drive with durable writes handles several at once in hardly more time than one. */
const AT_ONCE = 16;

/** Call after the device's first sync. */
export async function fill(device: Device, corpus: readonly CorpusNote[]): Promise<void> {
  for (let from = 0; from < corpus.length; from += PER_COMMIT) {
    const written = await write(device, corpus.slice(from, from + PER_COMMIT));
    if (!written.ok) throw new Error(written.problem.kind);
  }
}

async function write(device: Device, corpus: readonly CorpusNote[]) {
  const { meta, entities } = planAll(corpus, device.library.index.meta);
  const ids = await device.remote.reserveIds(entities.length);
  if (!ids.ok) return ids;
  const remote: NonNullable<Writes["remote"]>[number][] = [];
  for (let from = 0; from < entities.length; from += AT_ONCE) {
    const some = entities.slice(from, from + AT_ONCE);
    const made = await Promise.all(some.map((entity, at) => upload(device, entity, ids.value[from + at] ?? "")));
    remote.push(...made.filter((file) => file !== undefined));
  }
  const writes = { entities, remote, bases: entities.map(toBase), meta: { ctr: meta.ctr } };
  return device.library.transact({}, () => ({ writes, answer: undefined }), "sync");
}

function planAll(corpus: readonly CorpusNote[], before: SyncMeta) {
  let meta = toWriting(before);
  const entities = corpus.map(({ number, title, html, writtenAt }) => {
    const { writes, note } = planCreate(idOf(number), { draft: { title, content: html }, folderId: null }, { meta, nowMs: writtenAt });
    meta = { ...meta, ...writes.meta };
    return note;
  });
  return { meta, entities };
}

async function upload({ remote, keys, library }: Device, entity: Entity, fileId: string) {
  const sealed = await keys.codec.seal(entity);
  if (!sealed.ok) throw new Error(sealed.problem);
  const { id, kind, vv } = entity;
  const [body, md5] = [sealed.value, keys.codec.md5(sealed.value)];
  const made = await remote.create(fileId, { id, kind, vv, owner: library.index.writer.name, role: "notes", body, md5 });
  if (!made.ok) throw new Error(made.problem.kind);
  return observeOwnWrite(made.value, observe(made.value, undefined), { md5, vv, sealed: false });
}

export function idOf(number: number): string {
  return `note-1704067200000-${number.toString(36).padStart(9, "0")}`;
}
