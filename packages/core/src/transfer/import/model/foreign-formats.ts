/** Formats of other programs that no reader understands, by extension. Each has a sentence about another export of that program. */
import { extensionOf } from "./source-path.ts";

const FOREIGN_EXTENSIONS = {
  one: "onenote",
  onepkg: "onenote",
  onetoc2: "onenote",
  enb: "evernote",
  exb: "evernote",
  nsx: "synology",
  ctb: "cherrytree",
  ctd: "cherrytree",
  ctx: "cherrytree",
  ctz: "cherrytree",
  pages: "document",
  odt: "document",
  rtf: "document",
  doc: "document",
  xls: "spreadsheet",
  xlsx: "spreadsheet",
  ods: "spreadsheet",
  numbers: "spreadsheet",
  eml: "mail",
  mbox: "mail",
  msg: "mail",
  mht: "web-page",
  mhtml: "web-page",
  webarchive: "web-page",
  org: "outline",
  opml: "outline",
  "7z": "archive",
  rar: "archive",
  tar: "archive",
  tgz: "archive",
  gz: "archive",
} as const;

export type ForeignFormat = (typeof FOREIGN_EXTENSIONS)[keyof typeof FOREIGN_EXTENSIONS];

export function foreignFormatOf(path: string): ForeignFormat | undefined {
  const extension = extensionOf(path);
  return Object.hasOwn(FOREIGN_EXTENSIONS, extension) ? FOREIGN_EXTENSIONS[extension as keyof typeof FOREIGN_EXTENSIONS] : undefined;
}
