/**
 * Three-way merge of a note's text. The unit is the whole text for now: one side unchanged gives the other, anything else is
 * a clash that the caller turns into a copy, so no text is dropped. Merging by blocks and words refines this one function.
 */
export type ContentMerge = { readonly content: string; readonly clash: boolean };

export function mergeContent(base: string | undefined, winner: string, loser: string): ContentMerge {
  if (winner === loser || loser === base) return { content: winner, clash: false };
  if (winner === base) return { content: loser, clash: false };
  return { content: winner, clash: true };
}
