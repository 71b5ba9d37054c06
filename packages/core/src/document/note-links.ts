/** Which notes a text links to, read by a plain scan: a list is made whenever someone saves. docs/stored-html.md, decision 0023. Pure. */
import { ID_CHARACTER, ID_MAX_CHARS } from "@satchel/contract/ids.ts";

const LINK = new RegExp(`<a data-note-id="(${ID_CHARACTER}{1,${ID_MAX_CHARS}})"`, "g");

/** Once each, in the order of the text. */
export function noteIdsIn(content: string): readonly string[] {
  return content.includes("data-note-id") ? [...new Set([...content.matchAll(LINK)].map(([, id]) => id as string))] : [];
}
