/**
 * Where bases are. As long as a note is as the drive has it, it is its own base: a mark on its row says so, and its text is on the disk
 * once. When another version takes its place, the base is written apart in the same transaction. One that is apart counts before a mark.
 */

import { type BaseKey, toBase } from "@satchel/core/merge/bases.ts";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import type { Base, Writes } from "@satchel/core/ports/device/local-store.ts";
import type { EntityRow } from "../rows/note-rows.ts";
import { readStored, type Stored } from "./cloud-reads.ts";
import type { Shown } from "./cloud-seen.ts";
import type { Transaction } from "./cloud-transaction.ts";

export type PlacedBases = {
  /** To be written apart. */
  readonly apart: readonly Base[];
  /** Entities of this write whose rows are marked. */
  readonly standing: ReadonlySet<Entity>;
  /** Rows that lose their mark and nothing else. */
  readonly unmarked: readonly EntityRow[];
};

export async function partitionBases(transaction: Transaction, writes: Writes, shown: Shown): Promise<PlacedBases> {
  const written = new Map((writes.entities ?? []).map((entity) => [entity.id, entity]));
  const given = new Map((writes.bases ?? []).map((base) => [keyOf(base), base]));
  const forgotten = new Set((writes.forgetBases ?? []).map(keyOf));
  const before = await readMarked(transaction, [...written.values(), ...given.values(), ...(writes.forgetBases ?? [])], shown);
  const kept = [...given].filter(([key]) => !forgotten.has(key)).map(([, base]) => base);
  const standing = new Set(kept.filter((base) => written.get(base.id) === base.entity && !isStoredApart(base, shown)));
  const replaced = before.filter(({ base }) => written.has(base.id) && !given.has(keyOf(base)) && !forgotten.has(keyOf(base)));
  const changed = before.filter(({ base }) => !written.has(base.id) && (given.has(keyOf(base)) || forgotten.has(keyOf(base))));
  return {
    apart: [...kept.filter((base) => !standing.has(base)), ...replaced.map(({ base }) => base)],
    standing: new Set([...standing].map(({ entity }) => entity)),
    unmarked: changed.map(({ row: { isBase: _mark, ...row } }) => row as EntityRow),
  };
}

type Marked = { readonly base: Base; readonly row: EntityRow };

async function readMarked(
  transaction: Transaction,
  named: readonly { readonly id: string }[],
  { stored, asked, chunks }: Shown,
): Promise<readonly Marked[]> {
  const ids = [...new Set(named.map(({ id }) => id))];
  const unread = ids.filter((id) => !asked.has(id));
  const read = unread.length === 0 ? new Map<string, Stored>() : await readStored(transaction, unread, chunks);
  return ids.flatMap((id) => {
    const found = stored.get(id) ?? read.get(id);
    return found?.row.isBase === true ? [{ base: toBase(found.entity), row: found.row }] : [];
  });
}

/** Also where it is not known: only what the plan was shown is. */
function isStoredApart({ id, vvKey }: Base, { apart }: Shown): boolean {
  return apart.get(id)?.some((other) => other.vvKey === vvKey) ?? true;
}

function keyOf({ id, vvKey }: BaseKey): string {
  return `${id}|${vvKey}`;
}
