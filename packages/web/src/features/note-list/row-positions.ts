/** Where a row of the list is, and by which id it is found. */

export const ROW_PX = { desktop: 76, phone: 84 } as const;
export const PADDING_PX = 6;

export function rowId(noteId: string): string {
  return `row-${noteId}`;
}
