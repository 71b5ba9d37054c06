/** By what the pages of our own site are known, and what they say of their note beside its text. */
import type { TransferNote } from "./transfer-note.ts";

export const SITE_FILES = { index: "index.html", style: "site.css", search: "search.js", data: "search-data.js" } as const;
export const SITE_GENERATOR = { note: "Satchel", index: "Satchel index" } as const;
export const SITE_META = "satchel-note";

/** `file`: an image or attachment, by its own name. `isPlain`: an image without words of its own. `note`: a link to another page. */
export const SITE_ATTRIBUTES = { file: "data-file", isPlain: "data-plain", note: "data-note" } as const;

export type SiteNote = Pick<
  TransferNote,
  "title" | "folder" | "tags" | "createdMs" | "modifiedMs" | "isPinned" | "isArchived" | "isTrashed" | "properties"
>;
