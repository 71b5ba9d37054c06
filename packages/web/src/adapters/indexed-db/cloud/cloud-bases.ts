/**
 * Decides where bases are stored. While a note equals the drive's version, it is its own base: its row is marked, and its text is stored
 * only once. When another version replaces it, the same transaction stores the base separately. A separate base takes precedence over a
 * mark.
 */

import { type BaseKey, toBase } from "@satchel/core/merge/bases.ts";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import type { Base, Writes } from "@satchel/core/ports/device/local-store.ts";
import type { EntityRow } from "../rows/note-rows.ts";
import { readStored, type Stored } from "./cloud-reads.ts";
import type { Shown } from "./cloud-seen.ts";
import type { Transaction } from "./cloud-transaction.ts";

export type PlacedBases = {
  /** Bases to store separately. */
  readonly apart: readonly Base[];
  /** Entities of this write whose rows get the mark. */
  readonly standing: ReadonlySet<Entity>;
  /** Rows that only lose their mark. */
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

/** True also if unknown: a base counts as missing only if the plan was shown that. */
function isStoredApart({ id, vvKey }: Base, { apart }: Shown): boolean {
  return apart.get(id)?.some((other) => other.vvKey === vvKey) ?? true;
}

function keyOf({ id, vvKey }: BaseKey): string {
  return `${id}|${vvKey}`;
}
