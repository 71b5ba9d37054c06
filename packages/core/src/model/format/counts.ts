/** Numbers of things as people read them. Counting words and characters of a text is document/html/html-text.ts. */

/** `1,482`. */
export function formatCount(count: number, locale: string): string {
  return count.toLocaleString(locale);
}
