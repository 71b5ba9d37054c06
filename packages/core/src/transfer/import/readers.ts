/** Readers by format. A format without a reader does not compile. */
import { csvReader } from "./formats/csv/read-csv.ts";
import { docxReader } from "./formats/docx/read-docx.ts";
import { evernoteReader } from "./formats/evernote/read-enex.ts";
import { htmlReader } from "./formats/html/read-html.ts";
import { joplinReader } from "./formats/joplin/read-jex.ts";
import { keepReader } from "./formats/keep/read-keep.ts";
import { markdownReader } from "./formats/markdown/read-markdown.ts";
import { textbundleReader } from "./formats/markdown/read-textbundle.ts";
import { notesnookReader } from "./formats/notesnook/read-notesnook.ts";
import { notionReader } from "./formats/notion/read-notion.ts";
import { roamReader } from "./formats/roam/read-roam.ts";
import { satchelReader } from "./formats/satchel/read-satchel.ts";
import { satchelJsonReader } from "./formats/satchel/read-satchel-json.ts";
import { simplenoteReader } from "./formats/simplenote/read-simplenote.ts";
import { standardNotesReader } from "./formats/standard-notes/read-standard-notes.ts";
import { textReader } from "./formats/text/read-text.ts";
import { tomboyReader } from "./formats/tomboy/read-tomboy.ts";
import type { ImportReader } from "./model/reader.ts";
import type { ImportFormat } from "./model/source-item.ts";

export const READERS: Readonly<Record<ImportFormat, ImportReader>> = {
  evernote: evernoteReader,
  markdown: markdownReader,
  textbundle: textbundleReader,
  joplin: joplinReader,
  keep: keepReader,
  "notion-html": notionReader,
  "standard-notes": standardNotesReader,
  notesnook: notesnookReader,
  simplenote: simplenoteReader,
  tomboy: tomboyReader,
  roam: roamReader,
  html: htmlReader,
  text: textReader,
  csv: csvReader,
  docx: docxReader,
  satchel: satchelReader,
  "satchel-json": satchelJsonReader,
};
