/** Contract of every archive: the bytes of each file, passed in pieces, under any name. Run by memory-archive and web/adapters/archive. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArchiveFile, ArchiveReader, ArchiveWriter, PackedFiles } from "../ports/transfer/archive.ts";

export type ArchiveUnderTest = {
  readonly writer: ArchiveWriter;
  pack(files: readonly (readonly [path: string, text: string])[]): Promise<PackedFiles>;
  reader(): Promise<ArchiveReader>;
};

const path = fc
  .array(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).map((part) => part.replace(/[/\\\0.]/g, "x")),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join("/"));
const content = fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 5 });
const files = fc.uniqueArray(fc.tuple(path, content), { selector: ([name]) => name, maxLength: 8 });

export function archiveContract(name: string, create: () => Promise<ArchiveUnderTest>): void {
  describe(`archive: ${name}`, () => {
    it("returns every file complete and in order", async () => {
      await fc.assert(
        fc.asyncProperty(files, async (written) => {
          const { writer, reader } = await create();
          for (const [name, pieces] of written) await write(writer, name, pieces);
          const archive = await reader();
          expect(archive.files).toEqual(written.map(([name, pieces]) => ({ path: name, sizeBytes: whole(pieces).length })));
          for (const [name, pieces] of written) expect(await read(archive, name)).toEqual(whole(pieces));
        }),
        { numRuns: 40 },
      );
    });

    it("accepts packed files between its own", async () => {
      const { writer, pack, reader } = await create();
      await write(writer, "first", [Uint8Array.from([1, 2])]);
      const text = Array.from({ length: 30_000 }, (_, at) => String.fromCodePoint(32 + ((at * at) % 251))).join("");
      const bytes = [...new TextEncoder().encode(text)];
      const packed = await pack([
        ["packed", text],
        ["packed, empty", ""],
      ]);
      expect(await writer.add(packed)).toEqual({ ok: true, value: undefined });
      await write(writer, "last", [Uint8Array.from([3])]);
      const archive = await reader();
      expect(archive.files.map(({ path }) => path)).toEqual(["first", "packed", "packed, empty", "last"]);
      expect(await read(archive, "packed")).toEqual(bytes);
      expect(await read(archive, "packed, empty")).toEqual([]);
      expect(await read(archive, "last")).toEqual([3]);
    });

    it("keeps a text separate until it is closed", async () => {
      const { writer, pack, reader } = await create();
      const text = await writer.openText("text");
      await fill(text, [Uint8Array.from([1, 2])]);
      await write(writer, "first", [Uint8Array.from([3])]);
      await fill(text, [new Uint8Array(1_200_000).map((_, at) => (at * at * 7) % 253)]);
      expect(await writer.add(await pack([["packed", "four"]]))).toEqual({ ok: true, value: undefined });
      expect(await text.close()).toEqual({ ok: true, value: undefined });
      await write(writer, "last", [Uint8Array.from([5])]);
      const archive = await reader();
      expect(archive.files.map(({ path }) => path)).toEqual(["first", "packed", "text", "last"]);
      const apart = Uint8Array.from(await read(archive, "text"));
      expect(apart.length).toBe(1_200_002);
      expect(apart.every((byte, at) => byte === (at < 2 ? at + 1 : ((at - 2) * (at - 2) * 7) % 253))).toBe(true);
      expect(await read(archive, "packed")).toEqual([..."four"].map((letter) => letter.charCodeAt(0)));
    });

    it("writes a text in place, followed by what was added in the meantime", async () => {
      const { writer, pack, reader } = await create();
      const text = await writer.openInPlace("text");
      await fill(text, [Uint8Array.from([1, 2])]);
      expect(
        await writer.add(
          await pack([
            ["one", "1"],
            ["two", "22"],
          ]),
        ),
      ).toEqual({ ok: true, value: undefined });
      await fill(text, [new Uint8Array(1_200_000).map((_, at) => (at * at * 7) % 253)]);
      const long = Array.from({ length: 9_000_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join("");
      expect(await writer.add(await pack([["long", long]]))).toEqual({ ok: true, value: undefined });
      expect(await text.close()).toEqual({ ok: true, value: undefined });
      expect(await writer.add(await pack([["packed", "four"]]))).toEqual({ ok: true, value: undefined });
      await write(writer, "last", [Uint8Array.from([5])]);
      const archive = await reader();
      expect([...archive.files.map(({ path }) => path)].sort()).toEqual(["last", "long", "one", "packed", "text", "two"]);
      expect((await read(archive, "text")).length).toBe(1_200_002);
      expect(await read(archive, "two")).toEqual([50, 50]);
      expect((await read(archive, "long")).length).toBe(long.length);
      expect(await read(archive, "packed")).toEqual([..."four"].map((letter) => letter.charCodeAt(0)));
      expect(await read(archive, "last")).toEqual([5]);
    });

    it("stops reading when asked, without reporting damage", async () => {
      const { writer, reader } = await create();
      await write(writer, "long", [new Uint8Array(300_000).fill(7)]);
      let taken = 0;
      const outcome = await (await reader()).read("long", (bytes) => {
        taken += bytes.length;
        return false;
      });
      expect(outcome).toEqual({ ok: true, value: undefined });
      expect(taken).toBeLessThan(300_000);
    });

    it("reports a missing file as damage", async () => {
      const { reader } = await create();
      expect(await (await reader()).read("none", () => true)).toEqual({ ok: false, problem: { kind: "damaged", path: "none" } });
    });
  });
}

async function write(writer: ArchiveWriter, name: string, pieces: readonly Uint8Array[]): Promise<void> {
  const file = await writer.open(name);
  await fill(file, pieces);
  expect(await file.close()).toEqual({ ok: true, value: undefined });
}

async function fill(file: ArchiveFile, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces) expect(await file.write(piece)).toEqual({ ok: true, value: undefined });
}

async function read(archive: ArchiveReader, name: string): Promise<readonly number[]> {
  const pieces: Uint8Array[] = [];
  const outcome = await archive.read(name, (bytes) => {
    pieces.push(bytes.slice());
    return true;
  });
  expect(outcome).toEqual({ ok: true, value: undefined });
  return whole(pieces);
}

function whole(pieces: readonly Uint8Array[]): readonly number[] {
  return pieces.flatMap((piece) => [...piece]);
}
