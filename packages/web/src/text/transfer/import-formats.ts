/** Programs and kinds of files that the Import tab names, by the format that reads them. A format without an entry does not compile. */
import type { ImportFormat } from "@satchel/core/transfer/import/model/source-item.ts";

type Named = { readonly programs?: readonly string[]; readonly files?: string };

/** In the order of the sentence. */
const FORMATS: Readonly<Record<ImportFormat, Named>> = {
  evernote: { programs: ["Evernote (.enex)"] },
  markdown: { programs: ["Obsidian"], files: "Markdown" },
  "notion-html": { programs: ["Notion"] },
  textbundle: { programs: ["Bear"] },
  joplin: { programs: ["Joplin"] },
  keep: { programs: ["Google Keep"] },
  "standard-notes": { programs: ["Standard Notes"] },
  notesnook: { programs: ["Notesnook"] },
  simplenote: { programs: ["Simplenote"] },
  roam: { programs: ["Roam"] },
  tomboy: { programs: ["Tomboy"] },
  html: { programs: ["Apple Notes"], files: "HTML" },
  docx: { programs: ["Word"] },
  text: { files: "text" },
  csv: { files: "CSV" },
  satchel: {},
  "satchel-json": {},
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

const programs = Object.values(FORMATS).flatMap((format) => format.programs ?? []);
const files = Object.values(FORMATS).flatMap((format) => format.files ?? []);

/** "Evernote (.enex), …, text, and CSV". */
export const importableFrom = list.format([...programs, ...files]);
