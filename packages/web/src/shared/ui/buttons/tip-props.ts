/**
 * Marks an element that has a tooltip. `Tips` shows the tooltips of the whole page, so that a button costs two attributes and no hook. A
 * tooltip repeats a name or adds a shortcut, and never holds information of its own.
 */
export type TipProps = { readonly "data-tip": string; readonly "data-tip-keys"?: string | undefined };

export function tipProps(text: string, keys?: string): TipProps {
  return { "data-tip": text, "data-tip-keys": keys };
}
