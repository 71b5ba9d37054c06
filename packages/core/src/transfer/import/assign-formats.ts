/** Assigns a format to each file of a source: by its extension, and for ambiguous extensions by its first bytes. */
import type { ImportFile, ImportTools } from "./model/import-source.ts";
import { SourceFailure } from "./model/import-source.ts";
import { IMPORT_FORMATS, type ImportFormat } from "./model/source-item.ts";
import { baseName, extensionOf } from "./model/source-path.ts";

/** Files without a format are kept as attachments of other notes. */
export async function assignFormats(
  files: readonly ImportFile[],
  tools: ImportTools,
): Promise<ReadonlyMap<ImportFormat, readonly ImportFile[]>> {
  const assigned = new Map<ImportFormat, ImportFile[]>(IMPORT_FORMATS.map((format) => [format, []]));
  const isBackup = isSatchelBackup(files);
  for (const file of files) {
    const format = isBackup ? "satchel" : await formatOf(file, tools);
    if (format !== undefined) assigned.get(format)?.push(file);
  }
  assigned.set("html", withoutPages(assigned.get("html") ?? [], assigned.get("keep") ?? []));
  return new Map([...assigned].filter(([, list]) => list.length > 0));
}

/** Drops the HTML page that Google Keep writes beside each note's JSON. */
function withoutPages(pages: readonly ImportFile[], notes: readonly ImportFile[]): ImportFile[] {
  const paths = new Set(notes.map(({ path }) => path.replace(/\.json$/i, ".html")));
  return pages.filter(({ path }) => !paths.has(path));
}

function isSatchelBackup(files: readonly ImportFile[]): boolean {
  const paths = new Set(files.map(({ path }) => path));
  return paths.has("metadata.json") && (paths.has("notes.json") || paths.has("payload.bin"));
}

const BY_EXTENSION: Readonly<Record<string, ImportFormat>> = {
  enex: "evernote",
  jex: "joplin",
  docx: "docx",
  csv: "csv",
  tsv: "csv",
  md: "markdown",
  markdown: "markdown",
  mdown: "markdown",
  txt: "text",
};

async function formatOf(file: ImportFile, tools: ImportTools): Promise<ImportFormat | undefined> {
  const extension = extensionOf(file.path);
  if (/\.textbundle\//i.test(file.path)) return isBundleFile(file.path) ? "textbundle" : undefined;
  if (extension === "json" || NOTESNOOK.test(baseName(file.path))) return formatOfJson(await beginning(file, tools), baseName(file.path));
  if (/^(?:html?|xhtml)$/.test(extension)) return formatOfHtml(await beginning(file, tools));
  if (extension === "note") return /<note-content\b/.test(await beginning(file, tools)) ? "tomboy" : undefined;
  if (/(?:^|\/)Keep\/Labels\.txt$/.test(file.path)) return undefined;
  if (extension === "txt" && /^\s*\{\s*"(?:version|items)"/.test(await beginning(file, tools))) return "standard-notes";
  return Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
}

/** Matches a backup in one file, or one of its parts. */
const NOTESNOOK = /.\.nn(?:crypto)?backup$|^\d+-(?:plain|encrypted)-[0-9a-f]{32}$/;

function isBundleFile(path: string): boolean {
  return /\.textbundle\/(?:text\.[^/]+|info\.json)$/i.test(path);
}

function formatOfJson(text: string, name: string): ImportFormat | undefined {
  if (/^\s*\{\s*"format"\s*:\s*"satchel-notes"/.test(text)) return "satchel-json";
  if (/"(?:userEditedTimestampUsec|createdTimestampUsec|isTrashed|listContent)"\s*:/.test(text)) return "keep";
  if (/^\s*\[\s*\{/.test(text) && /"(?:children|uid|create-time|edit-time)"\s*:/.test(text) && /"title"\s*:/.test(text)) return "roam";
  if (/"(?:activeNotes|trashedNotes)"\s*:/.test(text)) return "simplenote";
  if (/"content_type"\s*:|"(?:auth_params|keyParams|key_params)"\s*:/.test(text)) return "standard-notes";
  if (/\.nn(?:crypto)?backup$/.test(name) || /"hash_type"\s*:|"type"\s*:\s*"(?:node|web|mobile)"/.test(text)) return "notesnook";
  return undefined;
}

function formatOfHtml(text: string): ImportFormat {
  return /<article id="[0-9a-f-]{32,36}" class="page\b/.test(text) || /class="page-title"/.test(text) ? "notion-html" : "html";
}

const SNIFFED_CHARS = 200_000;

async function beginning(file: ImportFile, tools: ImportTools): Promise<string> {
  let text = "";
  try {
    for await (const piece of tools.textPieces(file)) {
      text += piece;
      if (text.length >= SNIFFED_CHARS) break;
    }
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
  }
  return text;
}
