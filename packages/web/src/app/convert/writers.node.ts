/** The targets of a conversion as files on this machine. */
import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stableId, toStoredHtml } from "@satchel/core/transfer/exchange/to-stored-note.ts";
import type { NoteFile, TransferNote } from "@satchel/core/transfer/exchange/transfer-note.ts";
import {
  SITE_FILES,
  SITE_SEARCH,
  SITE_STYLE,
  type SiteEntry,
  siteDataLine,
  writeSiteIndex,
  writeSitePage,
} from "@satchel/core/transfer/export/html-site.ts";
import { toJsonNote } from "@satchel/core/transfer/export/json-note.ts";
import { createVaultLayout, type VaultLayout } from "@satchel/core/transfer/export/vault-layout.ts";
import { writeVaultMarkdown } from "@satchel/core/transfer/export/vault-markdown.ts";
import { writeVaultNote } from "@satchel/core/transfer/export/vault-note.ts";
import { textOf } from "@satchel/core/transfer/import/document/note-parts.ts";
import { siteText } from "../../text/export-site.ts";
import type { NoteWriter } from "./convert-run.node.ts";

export function createMarkdownWriter(out: string): NoteWriter {
  const layout = createVaultLayout(".md");
  mkdirSync(out, { recursive: true });
  return {
    plan: (note) => void layout.addNote(note),
    async write(note) {
      await writeFiles(out, note, layout);
      const path = layout.pathOf(note.key) ?? "";
      const isTitleInName =
        path.endsWith(`${note.title}.md`) && (path.length === note.title.length + 3 || path.at(-note.title.length - 4) === "/");
      const text = writeVaultNote(note, layout, isTitleInName);
      writeText(join(out, path), text);
      return { output: path, sha256: sha256(text) };
    },
    async close() {},
  };
}

/** One file, written as it grows; attachments are beside it only where there are any. */
export function createJsonWriter(out: string): NoteWriter {
  const layout = createVaultLayout(".json");
  const titles = new Map<string, string>();
  const folder = `${out.replace(/\.json$/i, "")}-files`;
  mkdirSync(dirname(out), { recursive: true });
  const stream = createWriteStream(out);
  let count = 0;
  const put = (text: string): Promise<void> => new Promise((done, fail) => stream.write(text, (error) => (error ? fail(error) : done())));
  return {
    plan(note) {
      layout.addNote(note);
      titles.set(note.key, note.title);
    },
    async write(note) {
      await writeFiles(folder, note, layout);
      const html = toStoredHtml(note, storedAddresses(titles));
      const pathOf = (at: number): string => layout.addFile(note.files[at] as NoteFile).path;
      const json = toJsonNote(note, { html, markdown: writeVaultMarkdown(note, layout), titleOf: (key) => titles.get(key), pathOf });
      await put(`${count === 0 ? '{"format":"satchel-notes","version":1,"notes":[\n' : ",\n"}${JSON.stringify(json)}`);
      count += 1;
      return { output: `notes[${count - 1}]`, sha256: sha256(html) };
    },
    async close() {
      await put(count === 0 ? '{"format":"satchel-notes","version":1,"notes":[]}\n' : "\n]}\n");
      await new Promise<void>((done) => stream.end(done));
    },
  };
}

export function createSiteWriter(out: string): NoteWriter {
  const layout = createVaultLayout(".html");
  const entries: SiteEntry[] = [];
  mkdirSync(out, { recursive: true });
  return {
    plan: (note) => void layout.addNote(note),
    async write(note) {
      await writeFiles(out, note, layout);
      const path = layout.pathOf(note.key) ?? "";
      const page = writeSitePage(note, path, layout, siteText);
      writeText(join(out, path), page);
      entries.push({
        title: note.title,
        folder: note.folder.join(" / "),
        path,
        text: note.doc.content.map(textOf).join("\n").slice(0, 100_000),
      });
      return { output: path, sha256: sha256(page) };
    },
    async close() {
      writeText(join(out, SITE_FILES.index), writeSiteIndex(entries, siteText));
      writeText(join(out, SITE_FILES.style), SITE_STYLE);
      writeText(join(out, SITE_FILES.search), SITE_SEARCH);
      writeText(join(out, SITE_FILES.data), `window.SATCHEL_NOTES=[\n${entries.map(siteDataLine).join(",\n")}\n];\n`);
    },
  };
}

export function storedAddresses(titles: ReadonlyMap<string, string>) {
  return {
    noteId: (key: string) => (titles.has(key) ? stableId(key) : undefined),
    noteTitle: (key: string) => titles.get(key),
    fileId: (file: NoteFile) => file.sha256.slice(0, 22),
  };
}

async function writeFiles(out: string, note: TransferNote, layout: VaultLayout): Promise<void> {
  for (const file of note.files) {
    const { path, isNew } = layout.addFile(file);
    if (!isNew) continue;
    mkdirSync(dirname(join(out, path)), { recursive: true });
    await pipeline(Readable.from(file.bytes()), createWriteStream(join(out, path)));
  }
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
