/**
 * A note's document as its Markdown page shows it: attachments are links to their files in the archive, and images are beside the page or among
 * the attachments. Pure.
 */
import { isText, type StoredDoc, type StoredElement, type StoredNode } from "../../document/html/stored-doc.ts";
import { fileHref } from "../../model/backup/readable.ts";

/** An image that is in the note's own text, as a file beside its page. */
export type PageImage = { readonly path: string; readonly base64: string };
export type LinkedDoc = { readonly doc: StoredDoc; readonly images: readonly PageImage[] };

const INLINE = /^data:image\/([a-z]+);base64,(.*)$/;

/** `path`: of the page, ending in `.md`. `files`: where those that the note refers to be in the archive, by id. */
export function linkFiles(doc: StoredDoc, path: string, files: ReadonlyMap<string, string>): LinkedDoc {
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

/** `encodeURIComponent` leaves brackets, which end an address in Markdown. */
function markdownHref(href: string): string {
  return href.replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
