/**
 * Three-way merge of a note's text: by blocks, and by words inside a block that both sides changed. sync.md §6.2. If both changed the same
 * words, keeps the winner's block and sets `clash`; the caller keeps the loser as a copy. Pure.
 */

import { diff3Merge, diffComm, type MergeRegion } from "node-diff3";
import { toCanonicalHtml } from "../document/html/canonical-html.ts";
import { type Block, blockKey, type ContainerKind, joinBlocks, splitBlocks } from "../document/html/split-blocks.ts";
import { OWN_NODE } from "../document/html/stored-html.ts";
import { mergeSequences, widest } from "./merge-sequences.ts";

export type ContentMerge = { readonly content: string; readonly clash: boolean };

export function mergeContent(base: string | undefined, winner: string, loser: string): ContentMerge {
  if (winner === loser || loser === base) return { content: winner, clash: false };
  if (winner === base) return { content: loser, clash: false };
  if (base === undefined) return { content: winner, clash: true };
  return mergeBlocks(base, winner, loser);
}

/** Merges two texts without a base: each block of either, common ones once. Nothing can clash. */
export function uniteContent(winner: string, loser: string): ContentMerge {
  if (winner === loser) return { content: winner, clash: false };
  const { keysOf, blockOf } = readBlocks();
  const [ours, theirs] = [keysOf(winner), keysOf(loser)];
  const common = diffComm([...ours], [...theirs]).flatMap((run) => ("common" in run ? run.common : []));
  const { items } = mergeSequences(common, { winner: ours, loser: theirs }, (_was, item) => ({ item, clash: false }));
  return { content: toCanonicalHtml(joinBlocks(items.map(blockOf))), clash: false };
}

/** True if `whole` has every block of `part`, each at least as often. */
export function hasEveryBlock(whole: string, part: string): boolean {
  return whole === part || hasEach(splitBlocks(whole).map(blockKey), splitBlocks(part).map(blockKey));
}

/** True if `whole` has every word and mark of `part`, each at least as often. */
export function hasEveryWord(whole: string, part: string): boolean {
  return whole === part || hasEach(toTokens(whole), toTokens(part));
}

function hasEach(whole: readonly string[], part: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const key of whole) left.set(key, (left.get(key) ?? 0) + 1);
  return part.every((key) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0;
  });
}

function readBlocks() {
  const blocks = new Map<string, Block>();
  const keysOf = (html: string): readonly string[] =>
    splitBlocks(html).map((block) => {
      const key = blockKey(block);
      blocks.set(key, block);
      return key;
    });
  return { blocks, keysOf, blockOf: (key: string): Block => blocks.get(key) as Block };
}

function mergeBlocks(base: string, winner: string, loser: string): ContentMerge {
  const { blocks, keysOf, blockOf } = readBlocks();
  const { items, clash } = mergeSequences(keysOf(base), { winner: keysOf(winner), loser: keysOf(loser) }, (was, ours, theirs) => {
    const merged = mergeBlock(blockOf(was), blockOf(ours), blockOf(theirs));
    if (merged === undefined) return { item: ours, clash: true };
    const key = blockKey(merged);
    blocks.set(key, merged);
    return { item: key, clash: false };
  });
  return { content: toCanonicalHtml(joinBlocks(items.map(blockOf))), clash };
}

/** Returns undefined if the blocks cannot be merged: different containers, or different words at the same position. */
function mergeBlock(base: Block, winner: Block, loser: Block): Block | undefined {
  if (!isSamePosition(winner, loser) || !isSamePosition(winner, base)) return undefined;
  const html = mergeText(base.html, winner.html, loser.html);
  const attributes = winner.attributes.map((own, at) => mergeText(base.attributes[at] ?? "", own, loser.attributes[at] ?? ""));
  if (html === undefined || attributes.includes(undefined)) return undefined;
  // Opaque blocks of later versions cannot be merged inside.
  if (html !== winner.html && html !== loser.html && OPAQUE_BLOCK.test(html)) return undefined;
  const merged: Block = { ...winner, html, attributes: attributes as readonly string[] };
  return isSound(merged) ? merged : undefined;
}

function isSamePosition(a: Block, b: Block): boolean {
  return a.path.join() === b.path.join() && a.itemAt === b.itemAt && a.freshAt === b.freshAt;
}

function mergeText(base: string, winner: string, loser: string): string | undefined {
  if (winner === loser || loser === base) return winner;
  return winner === base ? loser : mergeWords(base, winner, loser);
}

const OPAQUE_BLOCK = new RegExp(`^<div ${OWN_NODE}=`);

/** Merged words may cross tags of both sides; such a result does not read back as written and is rejected. */
function isSound(block: Block): boolean {
  const html = joinBlocks([outOfToggles(block)]);
  return toCanonicalHtml(html) === html;
}

/** Removes toggles from the path: a toggle needs a title and a block, so a single one of them would not read back as written. */
function outOfToggles({ path, attributes, html }: Block): Block {
  const kept = path.flatMap((kind, at) => (kind === "toggle" ? [] : [at]));
  return {
    path: kept.map((at) => path[at] as ContainerKind),
    attributes: kept.map((at) => attributes[at] ?? ""),
    itemAt: 0,
    html: html.replace(/^<summary>([\s\S]*)<\/summary>$/, "<p>$1</p>"),
  };
}

/**
 * Three-way merge inside one block, by words. Tags are split into name and attributes, so that checking a box and changing a color do not
 * clash. sync.md §6.2. The caller checks that the result is sound HTML. Returns undefined if both sides changed the same or adjacent words
 * differently, because merging them would garble a sentence. If one side contains all changes of the other, returns that side: the base may
 * be older than what both have seen.
 */
export function mergeWords(base: string, winner: string, loser: string): string | undefined {
  const regions = diff3Merge([...toTokens(winner)], [...toTokens(base)], [...toTokens(loser)], { excludeFalseConflicts: true });
  const merged = regions.map(tokensOf);
  return merged.includes(undefined) ? undefined : merged.flatMap((tokens) => tokens ?? []).join("");
}

function tokensOf({ ok, conflict }: MergeRegion<string>): readonly string[] | undefined {
  return ok ?? (conflict && widest(conflict.o, conflict.a, conflict.b));
}

// Tokens: a whole formula, a tag's opening with its name, one attribute, a tag's end, a run of word characters, an entity, or any other
// character. Bounded, because V8 has no stack for a match of millions of characters.
const TOKEN =
  /<span data-satchel="[^"]*">[^<]*<\/span>|<\/?[a-z][a-z0-9]*|\s[a-z-]+="[^"]*"|\s*\/?>|&[a-z0-9#]+;|[\p{L}\p{N}\p{M}_]{1,100000}|\s{1,100000}|[\s\S]/giu;

export function toTokens(html: string): readonly string[] {
  return html.match(TOKEN) ?? [];
}
