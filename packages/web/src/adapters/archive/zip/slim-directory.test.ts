// @vitest-environment node
import { ok } from "@satchel/core/model/result.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createBlobSource } from "../format/byte-source.ts";
import { dosTime } from "../format/zip-records.ts";
import { createFilePacker } from "../packing/pack-files.ts";
import { openZlib, type StartDeflate } from "../packing/zlib.ts";
import { loadZlib } from "../testing/load-zlib.node.ts";
import { slimZip } from "./slim-directory.ts";
import { openZip } from "./zip-reader.ts";
import { createZipWriter } from "./zip-writer.ts";

const AT_MS = Date.UTC(2026, 10, 23);
const isRead = (path: string) => !path.startsWith("readable/");
const sourceOf = (bytes: Uint8Array<ArrayBuffer>) => createBlobSource(new Blob([bytes]));

let startDeflate: StartDeflate;
beforeAll(async () => {
  startDeflate = await openZlib(await loadZlib());
});

type Files = readonly (readonly [path: string, text: string])[];

/** Adds the readable pages as packed elsewhere, like a real backup does. */
async function zipOf(files: Files): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const sink = {
    async write(bytes: Uint8Array) {
      pieces.push(bytes);
      return ok(undefined);
    },
  };
  const writer = createZipWriter(sink, AT_MS);
  const packer = createFilePacker(startDeflate);
  for (const [path, text] of files) {
    if (isRead(path)) {
      const file = await writer.open(path);
      await file.write(new TextEncoder().encode(text));
      await file.close();
    } else {
      packer.add(path, text, dosTime(AT_MS));
      await writer.add(await packer.packed());
    }
  }
  await writer.end();
  return new Uint8Array(Buffer.concat(pieces));
}

async function readAll(bytes: Uint8Array<ArrayBuffer>, isAskedFor?: (path: string) => boolean) {
  const zip = await openZip(sourceOf(bytes), isAskedFor);
  if (!zip.ok) return zip.problem;
  const texts: [string, string][] = [];
  for (const { path } of zip.value.files.filter((file) => isRead(file.path))) {
    const pieces: Uint8Array[] = [];
    const read = await zip.value.read(path, (piece) => pieces.push(piece.slice()) > 0);
    texts.push([path, read.ok ? Buffer.concat(pieces).toString() : read.problem.kind]);
  }
  return { files: zip.value.files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), texts };
}

const part = fc.string({ unit: "grapheme", minLength: 1, maxLength: 9 }).map((name) => name.replace(/[/\\\0.]/g, "x"));
const path = fc.tuple(fc.constantFrom("readable/", "attachments/", ""), part).map(([folder, name]) => `${folder}${name}`);
const files = fc.uniqueArray(fc.tuple(path, fc.string({ maxLength: 50 })), { selector: ([name]) => name, maxLength: 9 });

describe("Zip opened with only the entries that are read", () => {
  it("lists and returns the same files as the whole directory", async () => {
    await fc.assert(
      fc.asyncProperty(files, async (written) => {
        const bytes = await zipOf(written);
        const slim = await slimZip(sourceOf(bytes), isRead);
        expect(slim?.others.map((file) => file.path)).toEqual(written.map(([name]) => name).filter((name) => !isRead(name)));
        expect(await readAll(bytes, isRead)).toEqual(await readAll(bytes));
      }),
      { numRuns: 40 },
    );
  });

  it("lists more entries than fit without zip64", async () => {
    const pages = Array.from({ length: 66_000 }, (_, at) => [`readable/${at}`, ""] as const);
    const bytes = await zipOf([["notes.json", "[]"], ...pages]);
    expect((await slimZip(sourceOf(bytes), isRead))?.others.length).toBe(66_000);
    const zip = await openZip(sourceOf(bytes), isRead);
    expect(zip.ok && zip.value.files.length).toBe(66_001);
    expect((await readAll(bytes, isRead)) as object).toMatchObject({ texts: [["notes.json", "[]"]] });
  });

  it("leaves unusual directories to the library, whichever byte changed", async () => {
    const bytes = await zipOf([
      ["notes.json", "notes"],
      ["readable/Plan.html", "page"],
      ["metadata.json", "metadata"],
    ]);
    const texts = [
      ["notes.json", "notes"],
      ["metadata.json", "metadata"],
    ];
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, byte) => {
        const changed = bytes.slice();
        changed[at] = byte;
        const read = await readAll(changed, isRead);
        if (!("texts" in read)) return;
        // A returned file is unchanged, or is reported as damaged.
        for (const [name, text] of read.texts) {
          const written = texts.find(([known]) => known === name)?.[1];
          if (written !== undefined) expect([written, "damaged", "too-large"]).toContain(text);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("reads a zip with a comment like the library does", async () => {
    const bytes = await zipOf([["notes.json", "notes"]]);
    const commented = new Uint8Array([...bytes, ...new TextEncoder().encode("mine")]);
    commented[bytes.length - 2] = 4;
    expect(await slimZip(sourceOf(commented), isRead)).toBeUndefined();
    expect(await readAll(commented, isRead)).toMatchObject({ texts: [["notes.json", "notes"]] });
  });
});
