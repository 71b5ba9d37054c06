/** What every archive keeps: the bytes of each file, in pieces as they come, under any name. Run by memory-archive and web/adapters/archive. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ArchiveReader, ArchiveWriter } from "../ports/archive.ts";

export type ArchiveUnderTest = { readonly writer: ArchiveWriter; reader(): Promise<ArchiveReader> };

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
    it("gives back every file, whole and in order", async () => {
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

    it("ends reading when it is told to, without taking that for damage", async () => {
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

    it("says of a file that is not there that the archive is damaged", async () => {
      const { reader } = await create();
      expect(await (await reader()).read("none", () => true)).toEqual({ ok: false, problem: { kind: "damaged", path: "none" } });
    });
  });
}

async function write(writer: ArchiveWriter, name: string, pieces: readonly Uint8Array[]): Promise<void> {
  await writer.open(name);
  for (const piece of pieces) expect(await writer.write(piece)).toEqual({ ok: true, value: undefined });
  expect(await writer.close()).toEqual({ ok: true, value: undefined });
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
