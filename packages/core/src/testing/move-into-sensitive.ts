import type { NoteEntity } from "../model/entities/entity.ts";
import type { TestDevice } from "./test-device.ts";

/** Writes the move of a note into the Sensitive folder, with a fake seal. */
export async function moveIntoSensitive({ library }: Pick<TestDevice, "library">, noteId: string): Promise<void> {
  await library.transact(
    { entities: [noteId] },
    ({ entities, meta }) => {
      const note = entities.get(noteId) as NoteEntity;
      const dot = { [meta.deviceId]: meta.ctr + 1 };
      const moved = { ...note, title: "", content: "", isEncrypted: true, sealed: "inner", vv: { ...note.vv, ...dot }, alive: dot };
      return { writes: { entities: [{ ...moved, mtime: note.mtime + 1 }], meta: { ctr: meta.ctr + 1 } }, answer: undefined };
    },
    "user",
  );
}
