/** Three-way merge of sequences (blocks, words) by positions in the base, so that adjacent edits do not clash. sync.md §6.2. Pure. */
import { diffIndices } from "node-diff3";

export type SequenceMerge = { readonly items: readonly string[]; readonly clash: boolean };

/** Resolves an item that both sides changed differently: the item to keep, and `clash` if it lacks something of the loser. */
export type ResolveBoth = (base: string, winner: string, loser: string) => { readonly item: string; readonly clash: boolean };

type Kept = { readonly kind: "same" } | { readonly kind: "deleted" } | { readonly kind: "changed"; readonly to: string };
/** One side's changes of the base: per item, and insertions per gap (`gaps[i]` is before item i). */
type Edits = { readonly items: readonly Kept[]; readonly gaps: readonly (readonly string[])[] };

export function mergeSequences(
  base: readonly string[],
  { winner, loser }: { readonly winner: readonly string[]; readonly loser: readonly string[] },
  resolve: ResolveBoth,
): SequenceMerge {
  const ours = editsOf(base, winner);
  const theirs = editsOf(base, loser);
  const items: string[] = [];
  let clash = false;
  for (let at = 0; at <= base.length; at += 1) {
    items.push(...mergeGap(ours.gaps[at] ?? [], theirs.gaps[at] ?? []));
    if (at === base.length) break;
    const merged = mergeItem(base[at] as string, { ours: ours.items[at] as Kept, theirs: theirs.items[at] as Kept }, resolve);
    if (merged.item !== undefined) items.push(merged.item);
    clash ||= merged.clash;
  }
  return { items, clash };
}

/** If both sides inserted: the older insertion first, or only one of them if it contains the other. */
function mergeGap(winner: readonly string[], loser: readonly string[]): readonly string[] {
  return widest([], winner, loser) ?? [...loser, ...winner];
}

function mergeItem(
  base: string,
  { ours, theirs }: { readonly ours: Kept; readonly theirs: Kept },
  resolve: ResolveBoth,
): { readonly item: string | undefined; readonly clash: boolean } {
  if (ours.kind === "same") return { item: itemOf(base, theirs), clash: false };
  if (theirs.kind === "same") return { item: itemOf(base, ours), clash: false };
  if (ours.kind === "deleted") return { item: theirs.kind === "changed" ? theirs.to : undefined, clash: false };
  if (theirs.kind === "deleted" || ours.to === theirs.to) return { item: ours.to, clash: false };
  return resolve(base, ours.to, theirs.to);
}

function itemOf(base: string, kept: Kept): string | undefined {
  if (kept.kind === "same") return base;
  return kept.kind === "changed" ? kept.to : undefined;
}

function editsOf(base: readonly string[], side: readonly string[]): Edits {
  const items: Kept[] = base.map(() => ({ kind: "same" }));
  const gaps: (readonly string[])[] = Array.from({ length: base.length + 1 }, () => []);
  for (const { buffer1, buffer2Content } of diffIndices([...base], [...side])) {
    const [from, length] = buffer1;
    const content = buffer2Content as string[];
    // Pairs a replaced run with its replacement item by item; the rest was deleted, or inserted after it.
    for (let step = 0; step < length; step += 1) {
      const to = content[step];
      items[from + step] = to === undefined ? { kind: "deleted" } : { kind: "changed", to };
    }
    if (content.length > length) gaps[from + length] = content.slice(length);
  }
  return { items, gaps };
}

/** Returns the side whose insertions or deletions include all of the other's: the base may be older than what both have seen. */
export function widest(base: readonly string[], winner: readonly string[], loser: readonly string[]): readonly string[] | undefined {
  const sides = [
    [winner, loser],
    [loser, winner],
  ] as const;
  return sides.find(([wide, narrow]) => isChain([base, narrow, wide]) || isChain([wide, narrow, base]))?.[0];
}

/** True if each run is a subsequence of the next. */
function isChain(runs: readonly (readonly string[])[]): boolean {
  return runs.every((run, at) => at === 0 || isWithin(runs[at - 1] ?? [], run));
}

/** True if `whole` contains all items of `part` in order. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let found = 0;
  for (const item of whole) if (found < part.length && part[found] === item) found += 1;
  return found === part.length;
}
