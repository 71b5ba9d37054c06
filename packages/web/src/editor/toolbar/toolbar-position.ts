/** Where the toolbar of a selection is: above it, or beneath where there is no space, within the text that is seen. Pure. */

export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
export type Size = { readonly width: number; readonly height: number };

const GAP_PX = 8;

/** Its upper left corner, in the coordinates of the boxes; undefined while nothing of the selection is seen. */
export function toolbarPosition(selection: Box, seen: Box, { width, height }: Size): { left: number; top: number } | undefined {
  if (selection.bottom < seen.top || selection.top > seen.bottom) return undefined;
  const middle = (selection.left + selection.right) / 2;
  const left = Math.max(seen.left + GAP_PX, Math.min(middle - width / 2, seen.right - width - GAP_PX));
  const above = selection.top - height - GAP_PX;
  if (above >= seen.top) return { left, top: above };
  const beneath = selection.bottom + GAP_PX;
  // A selection that fills the page has the toolbar at its upper edge.
  return { left, top: beneath + height <= seen.bottom ? beneath : seen.top + GAP_PX };
}
