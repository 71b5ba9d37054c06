/** A part of a text: from, and to before which it ends; in UTF-16 units. */
export type TextRange = { readonly from: number; readonly to: number };
