/** Labels of an exported site's pages. */
import type { SiteLabels } from "@satchel/core/transfer/export/formats/site/html-site.ts";

export const siteText: SiteLabels = {
  heading: "Notes",
  search: "Search all notes",
  noFolder: "No folder",
  allNotes: "All notes",
  found: "Notes found:",
  modified: "Last modified",
  untitled: "Untitled Note",
};
