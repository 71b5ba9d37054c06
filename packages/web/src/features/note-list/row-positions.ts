/** Where a row of the list is, and by which id it is found. */

export const ROW_PX = { desktop: 76, phone: 84 } as const;
export const PADDING_PX = 6;

export function rowId(noteId: string): string {
  return `row-${noteId}`;
}

/** The note whose row something happened in. */
export function noteIdAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-note-id]")?.dataset.noteId : undefined;
}
