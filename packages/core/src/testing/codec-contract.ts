/** Contract of every codec of records. Run by the plain codec of tests and the sealing one. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Codec } from "../ports/sealing/codec.ts";
import type { PackCodec } from "../ports/sealing/pack-codec.ts";
import { aFolder, aNote } from "./entities.ts";

export function describeCodec(name: string, create: () => Promise<Codec & PackCodec>): void {
  describe(`codec contract: ${name}`, () => {
    let codec: Codec & PackCodec;

    beforeEach(async () => {
      codec = await create();
    });

    const sealed = async (entity: Parameters<Codec["seal"]>[0]): Promise<Uint8Array> => {
      const bytes = await codec.seal(entity);
      if (!bytes.ok) throw new Error(bytes.problem);
      return bytes.value;
    };

    it("returns exactly what it sealed", async () => {
      const note = aNote({
        title: "Größe 世界 👩‍👩‍👧",
        content: `<p>${"long ".repeat(5000)}</p>`,
        after: [{ id: "note-0-x", vv: { a: 2 } }],
      });

      expect(await codec.open("note", note.id, await sealed(note))).toEqual({ ok: true, value: note });
      expect(await codec.open("folder", aFolder().id, await sealed(aFolder()))).toEqual({ ok: true, value: aFolder() });
    });

    it("opens a record only under its own id and kind", async () => {
      const bytes = await sealed(aNote());

      expect(await codec.open("note", "note-2-b", bytes)).toEqual({ ok: false, problem: "damaged" });
      expect(await codec.open("folder", "note-1-a", bytes)).toEqual({ ok: false, problem: "damaged" });
    });

    it("reports unreadable bytes as damaged", async () => {
      expect(await codec.open("note", "note-1-a", new Uint8Array([0, 1, 2, 3]))).toEqual({ ok: false, problem: "damaged" });
      expect(await codec.open("note", "note-1-a", new Uint8Array())).toEqual({ ok: false, problem: "damaged" });
    });

    it.each(["poison.note.1", "a/b", "", "x".repeat(129)])("reports a record without a sealed form, by its id %j", async (id) => {
      expect(await codec.seal(aNote({ id }))).toEqual({ ok: false, problem: "unsealable" });
      expect(await codec.open("note", id, await sealed(aNote()))).toEqual({ ok: false, problem: "damaged" });
    });

    it("gives equal checksums for equal bytes only", () => {
      const bytes = new Uint8Array([1, 2, 3, 4]);

      expect(codec.md5(bytes)).toBe(codec.md5(Uint8Array.from(bytes)));
      expect(codec.md5(bytes)).not.toBe(codec.md5(new Uint8Array([1, 2, 3, 5])));
    });

    it("returns a pack's records under its own id only", async () => {
      const items = [{ entity: aNote(), md5: "0123456789abcdef0123456789abcdef" }];
      const pack = await codec.sealPack("pack-1", items);
      if (!pack.ok) throw new Error(pack.problem);

      expect(await codec.openPack("pack-1", pack.value)).toEqual({ ok: true, value: { items, unread: [] } });
      expect(await codec.openPack("pack-2", pack.value)).toEqual({ ok: false, problem: "damaged" });
    });
  });
}
