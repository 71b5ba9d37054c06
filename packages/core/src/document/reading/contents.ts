/** Kinds of content that `has:` finds. Pure. */
import { CONTENTS, type Content } from "../../model/entities/note.ts";

/** In stored HTML, a less-than sign in a text is escaped, so these can only be tags. */
const SIGNS: Readonly<Record<Content, RegExp>> = {
  image: /<img\b/,
  table: /<table\b/,
  task: /<li\b[^>]*\bdata-type="taskItem"/,
  link: /<a\s[^>]*\b(?:href|data-note-id)=/,
};

/** `html`: canonical stored HTML. */
export function contentsOf(html: string): readonly Content[] {
  return CONTENTS.filter((content) => SIGNS[content].test(html));
}
