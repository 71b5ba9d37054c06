/** What a search finds a note by: its text, and what its images are described and captioned with. Previews and counts are the text's alone. Pure. */
import { toText } from "./html-text.ts";

export function toFoundText(html: string): string {
  return toText(html.replace(/<img\b[^>]*>/g, wordsOf));
}

/** As they are escaped in the tag, which is how a text is. */
function wordsOf(image: string): string {
  const words = [...image.replace(/ src="[^"]*"/, "").matchAll(/ (?:alt|data-caption)="([^"]*)"/g)].map(([, value = ""]) => value);
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}
