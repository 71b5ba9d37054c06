/** Tags in the front matter of Markdown files. Pure. */

/** Property with the tags as they are, where `tags` has another form of them. */
export const EXACT_TAGS = "satchel-tags";

/** A tag as Obsidian accepts it. */
export function toPlainTag(tag: string): string {
  return tag.trim().replace(/\s+/g, "-");
}
