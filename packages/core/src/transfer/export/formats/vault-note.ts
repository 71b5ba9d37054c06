/** Writes a note as a Markdown file: metadata as front matter, then the text. Pure. */

import { EXACT_TAGS, toPlainTag } from "../../exchange/plain-tags.ts";
import type { TransferNote } from "../../exchange/transfer-note.ts";
import { findHashtags } from "../../import/document/hashtags.ts";
import { type ExportSink, type NoteWriter, writeNoteFiles } from "../note-writer.ts";
import { createVaultLayout } from "../vault/vault-layout.ts";
import { type VaultPaths, writeVaultMarkdown } from "../vault/vault-markdown.ts";

/** `isTitleInName`: the file name is the title, so front matter does not repeat it. */
export function writeVaultNote(note: TransferNote, paths: VaultPaths, isTitleInName: boolean): string {
  const lines = [
    ...(isTitleInName ? [] : [`title: ${yamlText(note.title)}`]),
    ...tagLines(note),
    ...timeLine("created", note.createdMs),
    ...timeLine("modified", note.modifiedMs),
    ...(note.isPinned ? ["pinned: true"] : []),
    ...(note.isArchived ? ["archived: true"] : []),
    ...(note.isTrashed ? ["trashed: true"] : []),
    ...note.properties.map(([name, value]) => `${yamlText(name)}:${value === "" ? "" : ` ${yamlValue(value)}`}`),
  ];
  const front = lines.length === 0 ? "" : `---\n${lines.join("\n")}\n---\n`;
  return `${front}${writeVaultMarkdown(note, paths)}\n`;
}

/** Obsidian rejects spaces in tags and takes each hashtag of the text for one. The exact tags are written too where they differ. */
function tagLines({ tags, doc }: TransferNote): readonly string[] {
  const plain = [...new Set(tags.map(toPlainTag))];
  const listed = (name: string, list: readonly string[]) => [`${name}:`, ...list.map((tag) => `  - ${yamlText(tag)}`)];
  const isExact = tags.every((tag) => plain.includes(tag)) && findHashtags(doc).every((tag) => tags.includes(tag));
  return [
    ...(plain.length === 0 ? [] : listed("tags", plain)),
    ...(isExact ? [] : tags.length === 0 ? [`${EXACT_TAGS}: []`] : listed(EXACT_TAGS, tags)),
  ];
}

function timeLine(name: string, ms: number | undefined): readonly string[] {
  return ms === undefined ? [] : [`${name}: ${new Date(ms).toISOString()}`];
}

const VALUE =
  /^(?:true|false|-?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?|\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?|https?:\/\/[^\s"'`{}[\],]+(?<!:))$/;

/** Writes numbers, days, booleans and addresses unquoted, so that programs recognize their type. */
function yamlValue(text: string): string {
  return VALUE.test(text) && !isNoDay(text) ? text : yamlText(text);
}

/** YAML readers reject invalid dates. */
function isNoDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
  if (day === undefined) return false;
  const ms = Date.parse(text.length === day.length ? text : `${text}Z`);
  return Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(day);
}

const PLAIN = /^[\p{L}][\p{L}\p{N} ._/()-]*$/u;
const MEANS_SOMETHING = /^(?:true|false|null|yes|no|on|off|~|y|n)$/i;

/** Quotes the text unless YAML certainly reads it as the same text. */
function yamlText(text: string): string {
  return PLAIN.test(text) && !MEANS_SOMETHING.test(text) && text.trim() === text ? text : JSON.stringify(text);
}

/** Exports notes as a folder for Obsidian: one file per note, folders as folders, and one folder of assets. */
export function createMarkdownWriter(sink: ExportSink): NoteWriter {
  const layout = createVaultLayout(".md");
  return {
    plan: (note) => void layout.addNote(note),
    async write(note) {
      await writeNoteFiles(sink, note, layout);
      const path = layout.pathOf(note.key) ?? "";
      const text = writeVaultNote(note, layout, isNamedAfter(path, note.title));
      await sink.text(path, text);
      return { output: path, text };
    },
    async close() {},
  };
}

/** True if the file name is the title. */
export function isNamedAfter(path: string, title: string): boolean {
  return path === `${title}.md` || path.endsWith(`/${title}.md`);
}
