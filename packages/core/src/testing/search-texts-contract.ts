/** Contract of every store of searchable texts. Run by the memory store and both databases of the browser. */
import { describe, expect, it } from "vitest";
import type { NoteEntity } from "../model/entities/entity.ts";
import { vectorKey } from "../model/entities/version-vector.ts";
import type { LocalStore } from "../ports/device/local-store.ts";
import type { KeptText, SearchTexts } from "../ports/device/search-engine.ts";
import { aNote } from "./entities.ts";

export function describeSearchTexts(name: string, open: () => Promise<{ readonly store: LocalStore; readonly texts: SearchTexts }>): void {
  const write = (store: LocalStore, ...entities: readonly NoteEntity[]) =>
    store.transact({}, () => ({ writes: { entities }, answer: undefined }), "strict");
  const rowOf = ({ id, vv, title }: NoteEntity): KeptText => ({ noteId: id, stamp: vectorKey(vv), title, text: "words" });
  const milk = aNote({ id: "note-milk", title: "Milk", content: "<p>two litres</p>" });
  const secret = aNote({ id: "note-secret", title: "", content: "", isEncrypted: true, sealed: "sealed" });

  describe(`searchable texts: ${name}`, () => {
    it("reads notes, without sensitive and missing ones", async () => {
      const { store, texts } = await open();
      await write(store, milk, secret);

      expect(await texts.readNotes([milk.id, secret.id, "note-gone"])).toEqual({
        ok: true,
        value: [{ noteId: milk.id, title: "Milk", content: "<p>two litres</p>" }],
      });
    });

    it("stores rows, reads them in order page by page, and removes them", async () => {
      const { store, texts } = await open();
      const notes = ["a", "b", "c"].map((letter) => aNote({ id: `note-${letter}` }));
      await write(store, ...notes);
      await texts.keep(notes.map(rowOf), []);

      const first = await texts.readKept(undefined, 2);
      expect(first.ok && first.value.map(({ noteId }) => noteId)).toEqual(["note-a", "note-b"]);
      expect(await texts.readKept("note-b", 2)).toEqual({ ok: true, value: [rowOf(notes[2] as NoteEntity)] });
      await texts.keep([], ["note-b"]);
      const left = await texts.getKept(["note-c", "note-b", "note-a"]);
      expect(left.ok && left.value.map(({ noteId }) => noteId)).toEqual(["note-c", "note-a"]);
    });

    it("does not store rows of sensitive, deleted or changed notes", async () => {
      const { store, texts } = await open();
      await write(store, secret, milk);
      await texts.keep([rowOf(secret), rowOf(aNote({ id: "note-gone" })), { ...rowOf(milk), stamp: "older" }], []);

      expect(await texts.readKept(undefined, 9)).toEqual({ ok: true, value: [] });
    });

    it("reads and stores many rows like a few, adjacent or not", async () => {
      const { store, texts } = await open();
      const notes = Array.from({ length: 400 }, (_, at) =>
        aNote({ id: `note-${1000 + at}`, title: `Title ${at}`, content: `<p>${at}</p>` }),
      );
      await write(store, ...notes, { ...secret, id: "note-1020x" });
      const stretch = notes.slice(0, 120);
      const sparse = notes.filter((_, at) => at % 6 === 0);
      for (const asked of [stretch, sparse]) {
        const ids = [...asked.map(({ id }) => id), "note-1020x", "note-1021x"];
        const read = await texts.readNotes(ids);
        expect(read.ok && new Map(read.value.map((note) => [note.noteId, note]))).toEqual(
          new Map(asked.map(({ id, title, content }) => [id, { noteId: id, title, content }])),
        );
        await texts.keep([...asked.map(rowOf), rowOf({ ...secret, id: "note-1020x" }), rowOf(aNote({ id: "note-1021x" }))], []);
        const kept = await texts.getKept(ids);
        expect(kept.ok && kept.value).toEqual(asked.map(rowOf));
      }
    });

    it("drops the row in the transaction that makes a note sensitive", async () => {
      const { store, texts } = await open();
      await write(store, milk);
      await texts.keep([rowOf(milk)], []);
      await write(store, { ...milk, title: "", content: "", isEncrypted: true, sealed: "sealed" });

      expect(await texts.getKept([milk.id])).toEqual({ ok: true, value: [] });
    });
  });
}
