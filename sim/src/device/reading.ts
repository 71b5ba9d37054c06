/** Reads what the user could read, for the oracle: the text of a note, sealed or not. */
import { applyDelta } from "@satchel/core/library/history/deltas/note-delta.ts";
import type { Entity, NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { readSealed } from "./sensitive-keys.ts";
import { withoutKey } from "./vault-keys.ts";

export type Text = { readonly title: string; readonly content: string; readonly tags?: readonly string[] };

export function textOf(note: NoteEntity): Text {
  if (note.sealed === undefined) return note;
  const opened = readSealed(JSON.parse(note.sealed));
  if (opened?.id !== note.id) throw new Error(`What is sealed in ${note.id} does not open`);
  return opened.content as Text;
}

/** Text and tags, because users write the oracle's texts into both; the query of a saved search. */
export function contentOf(entity: Entity | undefined): string {
  if (entity?.kind !== "note") return "";
  if (entity.searchQuery !== undefined) return entity.searchQuery;
  const { content, tags = [] } = textOf(entity);
  return [content, ...tags].join(" ");
}

/** Decodes what the simulator's codec wrote: two bytes for each character. */
function textOfBytes(bytes: Uint8Array): string {
  return Buffer.from(withoutKey(bytes)).swap16().toString("utf16le");
}

export function bytesOfText(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "utf16le").swap16());
}

/** Whether the simulator's codec wrote these bytes, rather than someone who does not have the key. */
export function isRecord(bytes: Uint8Array): boolean {
  try {
    return recordsIn(bytes).length > 0;
  } catch {
    return false;
  }
}

/** Whether these bytes are the file of exactly this note or folder. */
export function isRecordOf(id: string | undefined, bytes: Uint8Array): boolean {
  try {
    return (JSON.parse(textOfBytes(bytes)) as { readonly entity?: Entity }).entity?.id === id;
  } catch {
    return false;
  }
}

/** The records in these bytes, and the former versions that they carry. */
export function everyVersionIn(bytes: Uint8Array): readonly Entity[] {
  return recordsIn(bytes).flatMap((record) => {
    const { history = [] } = record as { readonly history?: readonly unknown[] };
    const versions: Entity[] = [record];
    for (const delta of history) {
      const version = applyDelta(versions.at(-1) as NoteEntity, delta);
      if (version !== undefined) versions.push(version);
    }
    return versions;
  });
}

/** The records in the bytes of a file or a pack. */
export function recordsIn(bytes: Uint8Array): readonly Entity[] {
  const { entity, items = [] } = JSON.parse(textOfBytes(bytes)) as {
    readonly entity?: Entity;
    readonly items?: readonly { readonly entity: Entity }[];
  };
  return entity === undefined ? items.map((item) => item.entity) : [entity];
}
