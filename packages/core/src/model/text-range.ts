/** Range of a text in UTF-16 units; `to` is exclusive. */
export type TextRange = { readonly from: number; readonly to: number };
