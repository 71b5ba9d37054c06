/** Resolves links once all notes of a source are known, and decides what happens to links without a note. Pure except for its index. */
import { isText, type StoredDoc, type StoredElement, type StoredMark, type StoredNode } from "../../document/html/stored-doc.ts";
import { MISSING_FILE_SCHEME, NOTE_SCHEME } from "../exchange/transfer-note.ts";
import { isWebHref, type LinkRef, readRefHref } from "./model/link-refs.ts";
import type { Remark, SourceNote } from "./model/source-item.ts";

export type FoundLink = {
  readonly text: string;
  readonly href: string;
  readonly kind: "note" | "web" | "unresolved";
  /** Key of the linked note. */
  readonly target?: string;
};

export type NoteIndex = {
  add(note: Pick<SourceNote, "key" | "names" | "folder">): void;
  /** Prefers a note in the same folder over others of the same name. */
  find(names: readonly string[], folder: readonly string[]): string | undefined;
};

export function createNoteIndex(): NoteIndex {
  const byName = new Map<string, { readonly key: string; readonly folder: string }[]>();
  return {
    add({ key, names, folder }) {
      for (const name of names) {
        const known = byName.get(foldName(name));
        const entry = { key, folder: folder.join("/") };
        if (known === undefined) byName.set(foldName(name), [entry]);
        else known.push(entry);
      }
    },
    find(names, folder) {
      for (const name of names) {
        const found = byName.get(foldName(name)) ?? [];
        const best = found.find((entry) => entry.folder === folder.join("/")) ?? found[0];
        if (best !== undefined) return best.key;
      }
      return undefined;
    },
  };
}

/** Compares ids exactly, names of files and titles without case and spacing. */
function foldName(name: string): string {
  return name.startsWith("id:") ? name : name.normalize("NFC").toLowerCase().replace(/\s+/g, " ");
}

export type ResolvedDoc = { readonly doc: StoredDoc; readonly links: readonly FoundLink[]; readonly remarks: readonly Remark[] };

export function resolveLinks(note: Pick<SourceNote, "doc" | "folder">, index: NoteIndex): ResolvedDoc {
  const links: FoundLink[] = [];
  const marks = new Map<StoredMark, StoredMark>();
  const resolve = (mark: StoredMark, text: string): StoredMark => {
    if (mark.type !== "link" || String(mark.attrs.href ?? "").startsWith(MISSING_FILE_SCHEME)) return mark;
    const known = marks.get(mark);
    if (known !== undefined) return known;
    const { link, resolved } = resolveMark(mark, text, (names) => index.find(names, note.folder));
    links.push(link);
    marks.set(mark, resolved);
    return resolved;
  };
  const visit = (node: StoredNode): StoredNode => {
    const own = node.marks?.some(({ type }) => type === "link") === true;
    const next = own ? ({ ...node, marks: node.marks.map((mark) => resolve(mark, isText(node) ? node.text : "")) } as StoredNode) : node;
    if (isText(next) || next.content === undefined) return next;
    return { ...next, content: next.content.map(visit) };
  };
  const content = note.doc.content.map((block) => visit(block) as StoredElement);
  return { doc: { ...note.doc, content }, links, remarks: remarksOf(links) };
}

function resolveMark(mark: StoredMark, text: string, find: (names: readonly string[]) => string | undefined) {
  const raw = String(mark.attrs.href ?? "");
  const ref: LinkRef = readRefHref(raw) ?? { names: [], href: raw };
  const target = find(ref.names);
  const kind = target !== undefined ? "note" : isWebHref(ref.href) ? "web" : "unresolved";
  const link: FoundLink = { text: text.slice(0, 200), href: ref.href.slice(0, 2000), kind, ...(target === undefined ? {} : { target }) };
  const href = target === undefined ? ref.href : `${NOTE_SCHEME}${target}`;
  const attrs = {
    ...mark.attrs,
    href,
    ...(ref.anchor === undefined ? {} : { anchor: ref.anchor }),
    ...(ref.isEmbed ? { isEmbed: true } : {}),
  };
  return { link, resolved: { ...mark, attrs } };
}

/** Matches a link to a position in its own note. */
const INSIDE = /^(?:wiki:)?#/;

function remarksOf(links: readonly FoundLink[]): readonly Remark[] {
  const unresolved = links.filter(({ kind }) => kind === "unresolved");
  const isNote = ({ href }: FoundLink): boolean =>
    !/^[a-z][a-z0-9+.-]*:/i.test(href) || /^(?:evernote|bear|joplin|notion|wiki|:)/i.test(href);
  const inside = unresolved.filter(({ href }) => INSIDE.test(href));
  const left = unresolved.filter(({ href }) => !INSIDE.test(href));
  const notes = left.filter(isNote);
  const others = left.filter((link) => !isNote(link));
  return [
    ...(inside.length === 0 ? [] : [{ kind: "link-inside", status: "approximated", count: inside.length } as const]),
    ...(notes.length === 0
      ? []
      : [{ kind: "link-unresolved", status: "approximated", count: notes.length, detail: notes[0]?.href ?? "" } as const]),
    ...(others.length === 0
      ? []
      : [{ kind: "link-scheme", status: "approximated", count: others.length, detail: others[0]?.href ?? "" } as const]),
  ];
}
