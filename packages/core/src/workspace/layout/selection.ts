/** Selection of several notes in the list: by Ctrl and Shift, the keyboard, or a long press. Pure; the caller passes the order of rows. */
export type Selection = {
  readonly ids: ReadonlySet<string>;
  /** The last row selected by itself, where a range begins. */
  readonly anchorId: string | undefined;
};

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchorId: undefined };

export function toggleSelected({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchorId: id };
}

/** Selects from the anchor to this row, both included. `fromId` is used if there is no anchor. */
export function selectRange(
  { anchorId }: Selection,
  order: readonly string[],
  { id, fromId }: { readonly id: string; readonly fromId: string },
): Selection {
  const from = order.indexOf(anchorId !== undefined && order.includes(anchorId) ? anchorId : fromId);
  const to = order.indexOf(id);
  if (to === -1) return NOTHING_SELECTED;
  const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  return { ids: new Set(order.slice(first, last + 1)), anchorId: order[from === -1 ? to : from] };
}

export function selectAll(order: readonly string[]): Selection {
  return { ids: new Set(order), anchorId: order[0] };
}

/** Clears the selection; the next range begins at this row. */
export function anchorAt(id: string): Selection {
  return { ids: new Set(), anchorId: id };
}

/** Drops notes that are no longer listed. Returns the same selection if there are none. */
export function keepListed(selection: Selection, isListed: (id: string) => boolean): Selection {
  const kept = [...selection.ids].filter(isListed);
  return kept.length === selection.ids.size ? selection : { ...selection, ids: new Set(kept) };
}
