/** Marks of pages that Satchel exported, and the note metadata in them. */
import type { TransferNote } from "./transfer-note.ts";

export const SITE_FILES = { index: "index.html", style: "site.css", search: "search.js", data: "search-data.js" } as const;
export const SITE_GENERATOR = { note: "Satchel", index: "Satchel index" } as const;
export const SITE_META = "satchel-note";

/**
 * `file`: an image or attachment, by its name. `isPlain`: an image without a caption. `note`: a link to another page. `image`: a link to an
 * image of another website that was not loaded, with the words of the image.
 */
export const SITE_ATTRIBUTES = { file: "data-file", isPlain: "data-plain", note: "data-note", image: "data-image" } as const;

export type SiteNote = Pick<
  TransferNote,
  "title" | "folder" | "tags" | "createdMs" | "modifiedMs" | "isPinned" | "isArchived" | "isTrashed" | "properties"
>;
