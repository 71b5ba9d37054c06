/** Exports notes as Joplin's JEX: one tar with a text per note, notebook, tag and resource, and the resources' bytes. */
import { hashText } from "../../../../model/entities/entity-ids.ts";
import type { NoteFile, TransferNote } from "../../../exchange/transfer-note.ts";
import type { ExportSink, NoteWriter, SinkFile } from "../../note-writer.ts";
import { writeVaultMarkdown } from "../../vault/vault-markdown.ts";
import { tarEnd, tarHeader, tarPadding } from "./tar-records.ts";

/** `name`: of the file. `encode`: UTF-8. */
export type JexParts = { readonly name: string; encode(text: string): Uint8Array };

const [NOTE, NOTEBOOK, RESOURCE, TAG, NOTE_TAG] = ["1", "2", "4", "5", "6"];

export function createJexWriter(sink: ExportSink, { name, encode }: JexParts): NoteWriter {
  const items = createItems(sink.open(name), encode);
  const ids = new Map<string, string>();
  return {
    plan: ({ key }) => void ids.set(key, joplinId(`note ${key}`)),
    async write(note) {
      const id = joplinId(`note ${note.key}`);
      const parent = await items.addNotebook(note.folder);
      for (const file of note.files) await items.addResource(file, note);
      for (const tag of note.tags) await items.addTag(tag, id);
      const body = writeVaultMarkdown(note, {
        noteName: () => undefined,
        fileName: (file) => file.name,
        addresses: { note: (key) => address(ids.get(key)), file: (file) => `:/${resourceId(file)}` },
      });
      await items.add({ title: note.title, body, fields: noteFields(note, id, parent) });
      return { output: `${id}.md`, text: body };
    },
    close: () => items.end(),
  };
}

function address(id: string | undefined): string | undefined {
  return id === undefined ? undefined : `:/${id}`;
}

type Fields = Readonly<Record<string, string>>;
type Item = { readonly title: string; readonly body?: string; readonly fields: Fields };

function createItems(file: SinkFile, encode: JexParts["encode"]) {
  const written = new Set<string>();
  const put = async (path: string, sizeBytes: number, bytes: AsyncIterable<Uint8Array> | readonly Uint8Array[]): Promise<void> => {
    await file.write(tarHeader(path, sizeBytes, 0));
    for await (const piece of bytes) await file.write(piece);
    await file.write(tarPadding(sizeBytes));
  };
  const add = async ({ title, body, fields }: Item): Promise<void> => {
    const text = encode(itemText(title, body, fields));
    await put(`${fields.id}.md`, text.length, [text]);
  };
  const isNew = (id: string): boolean => !written.has(id) && written.add(id) !== undefined;
  return {
    add,
    /** Adds the notebook and its parents. */
    async addNotebook(path: readonly string[]): Promise<string> {
      let parent = "";
      for (let at = 1; at <= path.length; at += 1) {
        const id = joplinId(`notebook ${path.slice(0, at).join("/")}`);
        if (isNew(id)) await add({ title: path[at - 1] ?? "", fields: { id, parent_id: parent, type_: NOTEBOOK as string } });
        parent = id;
      }
      return parent;
    },
    async addResource(resource: NoteFile, note: TransferNote): Promise<void> {
      const id = resourceId(resource);
      if (!isNew(id)) return;
      const end = /\.([A-Za-z0-9]{1,12})$/.exec(resource.name)?.[1] ?? "";
      const times = timesOf(note);
      const { mimeType: mime, name: filename, sizeBytes } = resource;
      await add({
        title: filename,
        fields: { id, mime, filename, ...times, file_extension: end, size: String(sizeBytes), type_: RESOURCE as string },
      });
      await put(`resources/${id}${end === "" ? "" : `.${end}`}`, sizeBytes, resource.bytes());
    },
    async addTag(tag: string, noteId: string): Promise<void> {
      const id = joplinId(`tag ${tag.toLowerCase()}`);
      if (isNew(id)) await add({ title: tag, fields: { id, parent_id: "", type_: TAG as string } });
      const link = joplinId(`tag ${tag.toLowerCase()} of ${noteId}`);
      await add({ title: "", fields: { id: link, note_id: noteId, tag_id: id, type_: NOTE_TAG as string } });
    },
    async end(): Promise<void> {
      await file.write(tarEnd());
      await file.close();
    },
  };
}

function itemText(title: string, body: string | undefined, fields: Fields): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${escapeValue(value)}`);
  const head = title === "" && body === undefined ? "" : `${title.replace(/\s*\n\s*/g, " ")}\n\n`;
  return `${head}${body === undefined ? "" : `${body}\n\n`}${lines.join("\n")}`;
}

function escapeValue(value: string): string {
  return value.replace(/[\\\n\r]/g, (sign) => (sign === "\n" ? "\\n" : sign === "\r" ? "\\r" : "\\\\"));
}

function noteFields(note: TransferNote, id: string, parent: string): Fields {
  const times = timesOf(note);
  return {
    id,
    parent_id: parent,
    ...times,
    ...userTimes(times),
    is_todo: "0",
    markup_language: "1",
    source: "satchel",
    type_: NOTE as string,
  };
}

function userTimes({ created_time, updated_time }: ReturnType<typeof timesOf>): Fields {
  return { user_created_time: created_time, user_updated_time: updated_time };
}

function timesOf({ createdMs, modifiedMs }: TransferNote) {
  const toIso = (ms: number | undefined): string => new Date(ms ?? 0).toISOString();
  return { created_time: toIso(createdMs ?? modifiedMs), updated_time: toIso(modifiedMs ?? createdMs) } as const;
}

function resourceId({ sha256, name }: NoteFile): string {
  return joplinId(`resource ${sha256} ${name}`);
}

/** Joplin's ids have 32 hexadecimal digits. */
function joplinId(key: string): string {
  const digits = [0, 1, 2].map((at) => hashToHex(hashText(`${at} ${key}`)));
  return digits.join("").slice(0, 32);
}

function hashToHex(hash: string): string {
  return Number.parseInt(hash, 36).toString(16).padStart(14, "0").slice(-11);
}
