/** Builds offline pages: one per note, an index by folder and a search. They need no network; only the index has a script. Pure. */
import type { HtmlNode } from "../../../../document/html/html-tree.ts";
import { SITE_ATTRIBUTES, SITE_FILES, SITE_GENERATOR, SITE_META, type SiteNote } from "../../../exchange/own-site.ts";
import type { NoteFile, TransferNote } from "../../../exchange/transfer-note.ts";
import { htmlElement, printTree, toNoteTree } from "../../note-tree.ts";

export type SiteLabels = {
  readonly heading: string;
  readonly search: string;
  readonly noFolder: string;
  readonly allNotes: string;
  readonly found: string;
  readonly modified: string;
  readonly untitled: string;
};

export type SiteAddresses = { pathOf(key: string): string | undefined; fileName(file: NoteFile): string };

const POLICY =
  "default-src 'none'; img-src 'self' data: file: https: http:; style-src 'self' file: 'unsafe-inline'; script-src 'self' file:; media-src 'self' file:";

/** `path`: path of the page from the root of the site. */
export function writeSitePage(
  note: TransferNote,
  path: string,
  { addresses, labels }: { readonly addresses: SiteAddresses; readonly labels: SiteLabels },
): string {
  const up = "../".repeat(path.split("/").length - 1);
  const body = printTree(siteNodes(note, up, addresses));
  const about = [
    note.folder.join(" / "),
    note.modifiedMs === undefined ? "" : `${labels.modified} ${new Date(note.modifiedMs).toISOString().slice(0, 10)}`,
    note.tags.map((tag) => `#${tag}`).join(" "),
  ];
  const line = about
    .filter((part) => part !== "")
    .map(escapeHtml)
    .join(" · ");
  const properties = note.properties
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  const list = properties.length === 0 ? "" : `<dl>${properties.join("")}</dl>\n`;
  const title = escapeHtml(note.title || labels.untitled);
  return sitePage(
    { title, up, meta: metaOf(note) },
    `<p><a href="${up}${SITE_FILES.index}">${escapeHtml(labels.allNotes)}</a></p>\n<h1>${title}</h1>\n<p><small>${line}</small></p>\n${list}<article>${body}</article>`,
  );
}

/** Metadata of a note for programs that read the page. */
function metaOf({ title, folder, tags, createdMs, modifiedMs, isPinned, isArchived, isTrashed, properties }: TransferNote): string {
  const own: SiteNote = { title, folder, tags, createdMs, modifiedMs, isPinned, isArchived, isTrashed, properties };
  return `<meta name="generator" content="${SITE_GENERATOR.note}">\n<meta name="${SITE_META}" content="${escapeHtml(JSON.stringify(own))}">\n`;
}

type SiteHead = { readonly title: string; readonly up: string; readonly meta: string };

function sitePage({ title, up, meta }: SiteHead, body: string, script = ""): string {
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n${meta}<title>${title}</title>\n<link rel="stylesheet" href="${up}${SITE_FILES.style}">\n</head>\n<body>\n${body}\n${script}</body>\n</html>\n`;
}

function siteNodes(note: TransferNote, up: string, addresses: SiteAddresses): readonly HtmlNode[] {
  const hrefOfFile = (file: NoteFile): string => `${up}${hrefOf(addresses.fileName(file))}`;
  return toNoteTree(note, {
    image(file, { attributes: { "data-image-id": _id, ...attributes } }) {
      const shown = { alt: "", ...attributes, src: hrefOfFile(file), [SITE_ATTRIBUTES.file]: file.name };
      return htmlElement("img", attributes.alt === undefined ? { ...shown, [SITE_ATTRIBUTES.isPlain]: "" } : shown);
    },
    attachment: (file) =>
      htmlElement("a", { href: hrefOfFile(file), [SITE_ATTRIBUTES.file]: file.name, type: file.mimeType, download: file.name }, [
        { kind: "text", text: file.name },
      ]),
    unloaded: (href, { attributes: { alt, "data-remote-src": _address, ...rest } }) =>
      htmlElement("a", { ...rest, href, [SITE_ATTRIBUTES.image]: alt ?? "" }, [{ kind: "text", text: alt || href }]),
    link(key, text) {
      const path = addresses.pathOf(key);
      if (path === undefined) return undefined;
      return htmlElement("a", { href: `${up}${hrefOf(path)}`, [SITE_ATTRIBUTES.note]: "" }, [{ kind: "text", text }]);
    },
    element: (element) => element,
  });
}

function hrefOf(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

export type SiteEntry = { readonly title: string; readonly folder: string; readonly path: string };

export function writeSiteIndex(entries: readonly SiteEntry[], labels: SiteLabels): string {
  const byFolder = new Map<string, SiteEntry[]>();
  for (const entry of entries) {
    const list = byFolder.get(entry.folder);
    if (list === undefined) byFolder.set(entry.folder, [entry]);
    else list.push(entry);
  }
  const groups = [...byFolder]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, list]) => {
      const items = list.map(({ title, path }) => `<li><a href="${hrefOf(path)}">${escapeHtml(title || labels.untitled)}</a></li>`);
      return `<h2>${escapeHtml(folder || labels.noFolder)}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
    });
  const heading = escapeHtml(labels.heading);
  const search = `<label>${escapeHtml(labels.search)} <input id="search" type="search" autocomplete="off"></label>\n<p id="count" role="status" data-label="${escapeHtml(labels.found)}"></p>\n<ul id="results"></ul>`;
  const scripts = `<script src="${SITE_FILES.data}"></script>\n<script src="${SITE_FILES.search}"></script>\n`;
  const meta = `<meta name="generator" content="${SITE_GENERATOR.index}">\n`;
  return sitePage(
    { title: heading, up: "", meta },
    `<h1>${heading}</h1>\n${search}\n<div id="all">\n${groups.join("\n")}\n</div>`,
    scripts,
  );
}

/** Writes the search data as a script, because a page opened from disk cannot load other data. */
export function siteDataLine({ title, path }: SiteEntry, text: string): string {
  return JSON.stringify([title, hrefOf(path), text])
    .replace(/</g, "\\u003c")
    .replace(/[\u2028\u2029]/g, " ");
}

export const SITE_STYLE =
  ":root{color-scheme:light dark}body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif}img{max-width:100%;height:auto}" +
  "ul[data-type=taskList]{list-style:none;padding-left:0}li[data-type=taskItem]{position:relative;padding-left:1.75em}li[data-type=taskItem]::before{content:'\\2610';position:absolute;left:0}" +
  "li[data-checked=true]::before{content:'\\2611'}table{border-collapse:collapse}td,th{border:1px solid #94a3b8;padding:.25rem .5rem}pre{overflow:auto;padding:1rem;border:1px solid #94a3b8}" +
  "[data-satchel=callout]{border-left:4px solid #64748b;padding-left:1rem}small{opacity:.8}#search{font:inherit;width:100%;padding:.5rem}#results:empty{display:none}" +
  "@page{margin:2cm;@bottom-center{content:counter(page)}}@media print{body{max-width:none;margin:0}tr,img,pre,blockquote{break-inside:avoid}h1,h2,h3{break-after:avoid}}";

export const SITE_SEARCH = `(() => {
  const notes = window.SATCHEL_NOTES;
  const [input, results, count, all] = ["search", "results", "count", "all"].map((id) => document.getElementById(id));
  const fold = (text) => text.normalize("NFKD").replace(/[\\u0300-\\u036f]/g, "").toLowerCase();
  const folded = notes.map(([title, , text]) => fold(title + "\\n" + text));
  input.addEventListener("input", () => {
    const words = fold(input.value).split(/\\s+/).filter(Boolean);
    results.textContent = "";
    all.hidden = words.length > 0;
    count.textContent = "";
    if (words.length === 0) return;
    const found = notes.filter((_, at) => words.every((word) => folded[at].includes(word)));
    count.textContent = count.dataset.label + " " + found.length;
    for (const [title, path] of found.slice(0, 200)) {
      const link = document.createElement("a");
      link.href = path;
      link.textContent = title;
      results.appendChild(document.createElement("li")).appendChild(link);
    }
  });
})();
`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? char);
}
