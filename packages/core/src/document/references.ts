/**
 * Attachments that a note refers to: links to files, and images whose untouched original is kept. A device that cannot read the text relies
 * on the list in the note's outer envelope. encryption.md 3.3, docs/stored-html.md. Pure.
 */
import { ID_CHARACTER, ID_MAX_CHARS, isEntityId } from "@satchel/contract/ids.ts";
import type { NoteEntity } from "../model/entities/entity.ts";
import type { Attachment } from "../model/entities/note.ts";
import { decodeText } from "./html/html-text.ts";

const REFERENCE = new RegExp(`\\bdata-(?:file|original)-id\\s*=\\s*["']?(${ID_CHARACTER}{1,${ID_MAX_CHARS}})`, "g");
const LINK = /<a\s[^>]*\bdata-file-id\s*=[^>]*>/g;
const ATTRIBUTE = /\s(data-[a-z-]+)="([^"]*)"/g;
const UNKNOWN_TYPE = "application/octet-stream";

/** Returns each id once. Text that only looks like a reference counts too: a false reference keeps a file, a missed one would lose it. */
export function referencesIn(content: string): readonly string[] {
  return [...new Set([...content.matchAll(REFERENCE)].map((match) => match[1] as string))];
}

/** Returns linked files with the metadata of their links. */
export function attachmentsIn(content: string): readonly Attachment[] {
  const links = content.includes("data-file-id") ? (content.match(LINK) ?? []) : [];
  const byId = new Map(links.flatMap(toAttachment).map((attachment) => [attachment.id, attachment]));
  return [...byId.values()];
}

/**
 * Updates the note's lists from its text. Drops files that occur in a `former` text but not in the current one; keeps files that never
 * occurred in a text, because other clients list attachments without a link. Returns sealed notes unchanged, since their sealer updates the
 * lists.
 */
export function withReferences(note: NoteEntity, former: readonly (string | undefined)[]): NoteEntity {
  if (note.sealed !== undefined) return note;
  const linked = attachmentsIn(note.content);
  const inText = new Set([note.content, ...former].flatMap((content) => referencesIn(content ?? "")));
  const attachments = [...note.attachments.filter(({ id }) => !inText.has(id)), ...linked].sort(byId);
  const attIds = [...new Set([...attachments.map(({ id }) => id), ...referencesIn(note.content)])].sort();
  return { ...note, attachments, attIds };
}

/** Replaces file ids in the note's text and lists. */
export function withNewFiles(note: NoteEntity, ids: ReadonlyMap<string, string>): NoteEntity {
  if (ids.size === 0) return note;
  const newId = (id: string): string => ids.get(id) ?? id;
  return {
    ...note,
    content: renameFiles(note.content, ids),
    attachments: note.attachments.map((attachment) => ({ ...attachment, id: newId(attachment.id) })).sort(byId),
    attIds: [...new Set(note.attIds.map(newId))].sort(),
  };
}

export function renameFiles(content: string, ids: ReadonlyMap<string, string>): string {
  return content.replaceAll(REFERENCE, (whole, id: string) => whole.slice(0, whole.length - id.length) + (ids.get(id) ?? id));
}

/** Reads the canonical form by a scan without the parser, because this runs at every save. */
function toAttachment(link: string): readonly Attachment[] {
  const attributes: Partial<Record<string, string>> = Object.fromEntries(
    [...link.matchAll(ATTRIBUTE)].map(([, name, value = ""]) => [name, decodeText(value)]),
  );
  const id = attributes["data-file-id"] ?? "";
  if (!isEntityId(id)) return [];
  const size = Number(attributes["data-file-size"] ?? 0);
  return [
    {
      id,
      fileName: attributes["data-file-name"] ?? "",
      mimeType: attributes["data-mime-type"] ?? UNKNOWN_TYPE,
      sizeBytes: Number.isSafeInteger(size) && size >= 0 ? size : 0,
    },
  ];
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}

const NOTE_LINK = new RegExp(`<a data-note-id="(${ID_CHARACTER}{1,${ID_MAX_CHARS}})"`, "g");

/**
 * Returns the ids of linked notes, each once, in text order. A scan without the parser, because this runs at every save.
 * docs/stored-html.md, decision 0023. Pure.
 */
export function noteIdsIn(content: string): readonly string[] {
  return content.includes("data-note-id") ? [...new Set([...content.matchAll(NOTE_LINK)].map(([, id]) => id as string))] : [];
}

/**
 * Puts a mark into each note link, which `nameNoteLinks` replaces in the plain text of lists and search. A mark is the position of the
 * note's id in `noteIdsIn`, so that the stored text never holds the title of another note, which may be in the Sensitive folder by now.
 */
export function markNoteLinks(content: string): string {
  const ids = noteIdsIn(content);
  const marks = new Map(ids.map((id, at) => [id, `${LINK_MARK}${at}${LINK_MARK}`]));
  return ids.length === 0 ? content : content.replace(NOTE_LINK, (tag, id: string) => marks.get(id) + tag);
}

/** Replaces the marks in a note's plain text by the titles of the notes that it links to, in the order of `noteIdsIn`. */
export function nameNoteLinks(text: string, titles: readonly string[]): string {
  return text.replace(MARKED_LINK, (_, at = "") => titles[at] ?? "").replace(/ (?= |\n|$)|^ /g, "");
}

/** The character for an object that plain text cannot show. */
export const LINK_MARK = "\ufffc";
/** The end of a preview may cut a mark. */
const MARKED_LINK = /\ufffc(?:(\d+)\ufffc|\d*)/g;
