/**
 * Three-way merge inside one block, by words. Tags are taken apart into name and attributes, so that ticking a box and changing a
 * color do not clash with each other. sync.md §6.2. The caller checks that the result is sound HTML.
 */
import { diff3Merge, type MergeRegion } from "node-diff3";
import { widest } from "./widest.ts";

/**
 * Undefined when both sides changed the same words, or words that touch, differently: joining those would garble a sentence. Where one side did all
 * that the other did, and more, it is that one: the base may be older than what both have seen.
 */
export function mergeWords(base: string, winner: string, loser: string): string | undefined {
  const regions = diff3Merge([...toTokens(winner)], [...toTokens(base)], [...toTokens(loser)], { excludeFalseConflicts: true });
  const merged = regions.map(tokensOf);
  return merged.includes(undefined) ? undefined : merged.flatMap((tokens) => tokens ?? []).join("");
}

function tokensOf({ ok, conflict }: MergeRegion<string>): readonly string[] | undefined {
  return ok ?? (conflict && widest(conflict.o, conflict.a, conflict.b));
}

// A formula whole, a tag's opening with its name, one attribute, a tag's end, a run of word characters, an entity, or any single other character.
const TOKEN =
  /<span data-satchel="[^"]*">[^<]*<\/span>|<\/?[a-z][a-z0-9]*|\s[a-z-]+="[^"]*"|\s*\/?>|&[a-z0-9#]+;|[\p{L}\p{N}\p{M}_]+|\s+|[\s\S]/giu;

export function toTokens(html: string): readonly string[] {
  return html.match(TOKEN) ?? [];
}
