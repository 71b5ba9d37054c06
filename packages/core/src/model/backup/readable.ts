/** Builds a backup's HTML index and pages, without scripts or network requests. Notes' pages: note-pages.ts. Decision 0011. Pure. */
import type { Attachment } from "../entities/note.ts";

export type ReadableLabels = {
  readonly heading: string;
  readonly untitled: string;
  readonly noFolder: string;
  readonly lastModified: string;
  readonly backToIndex: string;
};

/** Fields of the record that the page does not show, in case the record is lost. `check`: hash of the whole record. */
export type PageRecord = {
  readonly id: string;
  readonly check: string;
  readonly folderId: string | null;
  readonly createdAt: number;
  readonly pinnedFrom?: string | null;
  /** Absent if the note has no attachments other than those its text links to. */
  readonly attachments?: readonly Attachment[];
  readonly attIds?: readonly string[];
  readonly tags?: readonly string[];
  /** Set if the page shows a different title. */
  readonly title?: string;
};

export const RECORD_META = "satchel-record";

export type ReadableNote = {
  readonly title: string;
  /** Stored HTML. */
  readonly content: string;
  readonly folderName: string;
  readonly lastModified: number;
  readonly record?: PageRecord;
  /** Titles of the notes that this one links to, by id. */
  readonly linkTitles?: ReadonlyMap<string, string>;
};

/** A note with the paths of its page and, by id, of its files in the archive. */
export type PagedNote = ReadableNote & { readonly path: string; readonly files: ReadonlyMap<string, string> };

export type TextFile = { readonly path: string; readonly text: string };

export type IndexedNote = { readonly title: string; readonly folderName: string; readonly path: string; readonly lastModified: number };

export const READABLE_FOLDER = "readable";
const [INDEX_NAME, STYLE_NAME] = ["index.html", "pages.css"];
export const INDEX_FILES = [INDEX_NAME, STYLE_NAME];

const POLICY = "default-src 'none'; img-src data: file: 'self'; style-src file: 'self' 'unsafe-inline'";
/** Shared style sheet: in each of ten thousand pages it would be a third of the packed size. */
const STYLE =
  "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif;color:#1e293b}" +
  "img{max-width:100%;height:auto}ul[data-type=taskList]{list-style:none;padding-left:0}" +
  "li[data-type=taskItem]{position:relative;padding-left:1.75em}li[data-type=taskItem]::before{content:'\\2610';position:absolute;left:0}" +
  "li[data-checked=true]::before{content:'\\2611'}li[data-checked=true]>p{color:#475569}table{border-collapse:collapse}td,th{border:1px solid #cbd5e1;padding:.25rem .5rem}" +
  "[data-satchel=callout]{border-left:4px solid #3b82f6;border-radius:4px;padding:.25rem 1rem;margin:.5rem 0;background:#f1f5f9}" +
  "[data-kind=tip]{border-color:#1a7f4b}[data-kind=important]{border-color:#0f766e}[data-kind=warning]{border-color:#b58900}[data-kind=caution]{border-color:#c2261f}" +
  "summary{font-weight:600}span[data-satchel=math]{font-family:monospace}a[data-note-id]{text-decoration:underline}" +
  "sup[data-satchel=footnote]::before{content:' ('}sup[data-satchel=footnote]::after{content:')'}" +
  "pre{overflow:auto;background:#f1f5f9;padding:1rem}a{color:#1d4ed8}small{color:#475569}" +
  "@media(prefers-color-scheme:dark){body{background:#0f172a;color:#e2e8f0}a{color:#93c5fd}small,li[data-checked=true]>p{color:#94a3b8}pre,[data-satchel=callout]{background:#1e293b}}";

/** `pathOf` returns the path of a file in the archive. */
export function notePage(note: ReadableNote, labels: ReadableLabels, pathOf: (fileId: string) => string | undefined): string {
  const title = escapeText(note.title.trim() || labels.untitled);
  const about = `${escapeText(note.folderName)} · ${escapeText(labels.lastModified)} ${new Date(note.lastModified).toISOString()}`;
  const back = `<p><a href="../${INDEX_NAME}">${escapeText(labels.backToIndex)}</a></p>`;
  const body = `${back}\n<h1>${title}</h1>\n<p><small>${about}</small></p>\n${withTitles(withFiles(note.content, pathOf), note.linkTitles)}`;
  return page(title, body, { up: "../", record: note.record && recordMeta(note.record) });
}

function recordMeta(record: PageRecord): string {
  return `<meta name="${RECORD_META}" content="${escapeText(JSON.stringify(record)).replaceAll('"', "&quot;")}">\n`;
}

/** Builds the index while notes are added, and the style sheet. */
export function createIndex(labels: ReadableLabels): { add(note: IndexedNote): void; files(): readonly TextFile[] } {
  const byFolder = new Map<string, string[]>();
  return {
    add(note) {
      const items = byFolder.get(note.folderName);
      if (items === undefined) byFolder.set(note.folderName, [item(note)]);
      else items.push(item(note));
    },
    files: () => [
      { path: `${READABLE_FOLDER}/${INDEX_NAME}`, text: indexPage(byFolder, labels) },
      { path: `${READABLE_FOLDER}/${STYLE_NAME}`, text: STYLE },
    ],
  };
}

function indexPage(byFolder: ReadonlyMap<string, readonly string[]>, labels: ReadableLabels): string {
  const groups = [...byFolder].map(([name, items]) => `<h2>${escapeText(name)}</h2>\n<ul>\n${items.join("\n")}\n</ul>`);
  const heading = escapeText(labels.heading);
  return page(heading, `<h1>${heading}</h1>\n${groups.join("\n")}`, { up: "" });
}

function item({ title, path, lastModified }: IndexedNote): string {
  const day = new Date(lastModified).toISOString().slice(0, 10);
  const href = path
    .slice(READABLE_FOLDER.length + 1)
    .split("/")
    .map(encodeURIComponent)
    .join("/");
  return `<li><a href="${href}">${escapeText(title)}</a> <small>${day}</small></li>`;
}

/** Relative address of an archive file from a note's page, which is two folders deep. */
export function fileHref(path: string): string {
  return `../../${path.split("/").map(encodeURIComponent).join("/")}`;
}

const LINK = /<a\s([^>]*\bdata-file-id="[^>]*)>(.*?)<\/a>/g;
const IMAGE = /<img\s([^>]*\bdata-(?:image|original)-id="[^>]*)>/g;

/** Links files. A missing file keeps its name; an image links to its untouched original. */
function withFiles(content: string, pathOf: (fileId: string) => string | undefined): string {
  // Fast path for notes without files.
  if (!content.includes(" data-")) return content;
  const hrefOf = (fileId: string | undefined): string | undefined => {
    const path = fileId === undefined ? undefined : pathOf(fileId);
    return path === undefined ? undefined : fileHref(path);
  };
  return content
    .replace(LINK, (_, attributes: string, inside: string) => {
      const fileId = attributeOf(attributes, "data-file-id");
      const name = inside || attributeOf(attributes, "data-file-name") || fileId || "";
      const href = hrefOf(fileId);
      return href === undefined ? name : `<a href="${href}">${name}</a>`;
    })
    .replace(IMAGE, (whole, attributes: string) => {
      const original = hrefOf(attributeOf(attributes, "data-original-id"));
      const src = original ?? hrefOf(attributeOf(attributes, "data-image-id"));
      const image = attributes.includes('src="data:') || src === undefined ? whole : `<img src="${src}" ${attributes}>`;
      return original === undefined ? image : `<a href="${original}">${image}</a>`;
    });
}

const NOTE_LINK = /<a data-note-id="([^"]*)"><\/a>/g;

/** Shows an ellipsis for a linked note that is missing or sealed. */
function withTitles(content: string, titles: ReadonlyMap<string, string> | undefined): string {
  if (!content.includes("data-note-id")) return content;
  return content.replace(NOTE_LINK, (_, id: string) => `<a data-note-id="${id}">${escapeText(titles?.get(id)?.trim() || "…")}</a>`);
}

function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
}

/** `up`: relative path from the page to the index. */
function page(title: string, body: string, { up, record = "" }: { readonly up: string; readonly record?: string | undefined }): string {
  const head = `<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  return `<!doctype html>\n<html>\n<head>\n${head}\n${record}<title>${title}</title>\n<link rel="stylesheet" href="${up}${STYLE_NAME}">\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}

function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text;
}
