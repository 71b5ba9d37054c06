/** Exports notes as Evernote's ENEX: one file per notebook, named after the folder. */

import { createBase64Encoder } from "../../../exchange/base64.ts";
import { stableId } from "../../../exchange/to-stored-note.ts";
import type { NoteFile, TransferNote } from "../../../exchange/transfer-note.ts";
import { escapeMarkup } from "../../note-tree.ts";
import type { ExportSink, NoteWriter, SinkFile } from "../../note-writer.ts";
import { createVaultNames, vaultName } from "../../vault/vault-names.ts";
import { writeEnml } from "./enml.ts";

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">\n<en-export application="Satchel" version="1">\n';

/** `name`: notebook of the notes without a folder. `md5`: hexadecimal MD5 of a file. */
export type EnexParts = { readonly name: string; md5(bytes: AsyncIterable<Uint8Array>): Promise<string> };

export function createEnexWriter(sink: ExportSink, { name, md5 }: EnexParts): NoteWriter {
  const give = createVaultNames();
  const notebooks = new Map<string, { readonly path: string; readonly file: SinkFile }>();
  const ids = new Map<string, string>();
  const notebookOf = async (folder: readonly string[]): Promise<{ readonly path: string; readonly file: SinkFile }> => {
    const known = notebooks.get(folder.join("/"));
    if (known !== undefined) return known;
    const parents = folder.slice(0, -1).map((part) => vaultName(part, "Notebook"));
    const path = give(parents.join("/"), vaultName(folder.at(-1) ?? name, "Notes"), ".enex");
    const notebook = { path, file: sink.open(path) };
    notebooks.set(folder.join("/"), notebook);
    await notebook.file.write(HEAD);
    return notebook;
  };
  return {
    plan: ({ key }) => void ids.set(key, stableId(key)),
    async write(note) {
      const { path, file } = await notebookOf(note.folder);
      const digests = new Map<NoteFile, string>();
      for (const each of note.files) digests.set(each, await md5(each.bytes()));
      const enml = writeEnml(note, { md5Of: (each) => digests.get(each) ?? "", noteId: (key) => ids.get(key) });
      await file.write(`${noteHead(note)}<content><![CDATA[${enml}]]></content>${noteFields(note)}`);
      for (const each of note.files) await writeResource(file, each);
      await file.write("</note>\n");
      return { output: path, text: enml };
    },
    async close() {
      if (notebooks.size === 0) await notebookOf([]);
      for (const { file } of notebooks.values()) {
        await file.write("</en-export>\n");
        await file.close();
      }
    },
  };
}

function noteHead({ title }: TransferNote): string {
  return `<note><title>${escapeMarkup(title.replace(/\s+/g, " "))}</title>`;
}

function noteFields({ createdMs, modifiedMs, tags }: TransferNote): string {
  const time = (name: string, ms: number | undefined): string => (ms === undefined ? "" : `<${name}>${compactTime(ms)}</${name}>`);
  const tagLines = tags.map((tag) => `<tag>${escapeMarkup(tag)}</tag>`).join("");
  return `${time("created", createdMs)}${time("updated", modifiedMs)}${tagLines}<note-attributes><source>satchel</source></note-attributes>`;
}

function compactTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

async function writeResource(out: SinkFile, { name, mimeType, bytes }: NoteFile): Promise<void> {
  await out.write('<resource><data encoding="base64">');
  const encoder = createBase64Encoder();
  for await (const piece of bytes()) await out.write(encoder.write(piece));
  await out.write(
    `${encoder.end()}</data><mime>${escapeMarkup(mimeType)}</mime><resource-attributes><file-name>${escapeMarkup(name)}</file-name></resource-attributes></resource>`,
  );
}
