/** Writes a note's HTML page, its Markdown page and its embedded images from one parse of the note. Pure. */
import { readPlainHtml } from "../../../document/html/read-plain-html.ts";
import { isText, type StoredDoc, type StoredElement, type StoredNode } from "../../../document/html/stored-doc.ts";
import { writeMarkdown } from "../../../document/markdown/write-markdown.ts";
import { fileHref, notePage, type PagedNote, type ReadableLabels, type TextFile } from "../../../model/backup/readable.ts";

/** `content`: the document's canonical HTML. */
export type ReadNote = { readonly doc: StoredDoc; readonly content: string };

/** Fast parser for most notes, without an HTML parser. Returns undefined if the note needs `readAnyNote`. */
export function readPlainNote(html: string): ReadNote | undefined {
  const doc = readPlainHtml(html);
  return doc && { doc, content: html };
}

export type NotePages = { readonly texts: readonly TextFile[]; readonly images: readonly PageImage[] };

export function notePages({ path, files, ...note }: PagedNote, { doc, content }: ReadNote, labels: ReadableLabels): NotePages {
  const markdownPath = path.replace(/\.html$/, ".md");
  // Skips the search for links in notes that cannot have any: a library may have ten thousand notes.
  const hasFiles = files.size > 0 || content.includes("<img");
  const linked = hasFiles ? linkFiles(doc, markdownPath, files) : { doc, images: [] };
  const texts = [
    { path, text: notePage({ ...note, content }, labels, (id) => files.get(id)) },
    { path: markdownPath, text: writeMarkdown(note.title, linked.doc, { titleOf: (id) => note.linkTitles?.get(id) }) },
  ];
  return { texts, images: linked.images };
}

/** An image embedded in the note's text, written as a file beside its page. */
type PageImage = { readonly path: string; readonly base64: string };
type LinkedDoc = { readonly doc: StoredDoc; readonly images: readonly PageImage[] };

const INLINE = /^data:image\/([a-z]+);base64,(.*)$/;

/** Links attachments to their files in the archive. `path` ends in `.md`; `files`: paths by id. Pure. */
function linkFiles(doc: StoredDoc, path: string, files: ReadonlyMap<string, string>): LinkedDoc {
  const images: PageImage[] = [];
  const hrefOf = (id: unknown): string | undefined => {
    const found = typeof id === "string" ? files.get(id) : undefined;
    return found === undefined ? undefined : markdownHref(fileHref(found));
  };
  const besidePage = (src: unknown): string | undefined => {
    const [, type, base64] = (typeof src === "string" ? INLINE.exec(src) : undefined) ?? [];
    if (type === undefined || base64 === undefined) return undefined;
    const name = `${path.slice(path.lastIndexOf("/") + 1, -".md".length)} (image ${images.length + 1}).${type === "jpeg" ? "jpg" : type}`;
    images.push({ path: `${path.slice(0, path.lastIndexOf("/") + 1)}${name}`, base64 });
    return markdownHref(encodeURIComponent(name));
  };
  const link = (node: StoredNode): StoredNode => {
    if (isText(node)) return node;
    const { attrs } = node;
    if (node.type === "attachment") return linkAttachment(node, hrefOf(attrs.fileId));
    if (node.type === "image") {
      const href = hrefOf(attrs.originalId) ?? hrefOf(attrs.imageId) ?? besidePage(attrs.src);
      return href === undefined ? node : { ...node, attrs: { ...attrs, remoteSrc: href } };
    }
    return node.content === undefined ? node : { ...node, content: node.content.map(link) };
  };
  const content = doc.content.map((block) => link(block) as StoredElement);
  return { doc: { ...doc, content }, images };
}

function linkAttachment(node: StoredElement, href: string | undefined): StoredNode {
  const text = String(node.attrs.fileName ?? "") || String(node.attrs.fileId ?? "");
  if (href === undefined) return node;
  return { type: "text", text, marks: [...(node.marks ?? []), { type: "link", attrs: { href } }] };
}

/** Escapes parentheses, which end an address in Markdown and which `encodeURIComponent` leaves alone. */
function markdownHref(href: string): string {
  return href.replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
