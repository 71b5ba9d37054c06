/**
 * Three-way merge inside one block, by words. Tags are taken apart into name and attributes, so that ticking a box and changing a
 * color do not clash with each other. sync.md §6.2. The caller checks that the result is sound HTML.
 */
import { diff3Merge } from "node-diff3";

/** Undefined when both sides changed the same words, or words that touch, differently: joining those would garble a sentence. */
export function mergeWords(base: string, winner: string, loser: string): string | undefined {
  const regions = diff3Merge([...toTokens(winner)], [...toTokens(base)], [...toTokens(loser)], { excludeFalseConflicts: true });
  if (regions.some((region) => region.ok === undefined)) return undefined;
  return regions.flatMap((region) => region.ok ?? []).join("");
}

// A formula whole, a tag's opening with its name, one attribute, a tag's end, a run of word characters, an entity, or any single other character.
const TOKEN =
  /<span data-satchel="[^"]*">[^<]*<\/span>|<\/?[a-z][a-z0-9]*|\s[a-z-]+="[^"]*"|\s*\/?>|&[a-z0-9#]+;|[\p{L}\p{N}\p{M}_]+|\s+|[\s\S]/giu;

export function toTokens(html: string): readonly string[] {
  return html.match(TOKEN) ?? [];
}
