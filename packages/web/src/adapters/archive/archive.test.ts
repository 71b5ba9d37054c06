// @vitest-environment node

import { randomBytes } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { ok, type Result } from "@satchel/core/model/result.ts";
import type { ArchiveReader, PackedFiles } from "@satchel/core/ports/transfer/archive.ts";
import { archiveContract } from "@satchel/core/testing/archive-contract.ts";
import { BACKUP_PIECE_BYTES, lockBackup, type PieceSealer, unlockBackup } from "@satchel/crypto/vault/backup-sealing.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { ByteSink } from "./format/byte-sink.ts";
import { type ByteSource, createBlobSource } from "./format/byte-source.ts";
import {
  dataDescriptor,
  directoryEntry,
  dosTime,
  endOfDirectory,
  largeDescriptor,
  largeHeader,
  localHeader,
  movedEntries,
  type ZippedFile,
} from "./format/zip-records.ts";
import { createFilePacker } from "./packing/pack-files.ts";
import { createTextPacking } from "./packing/pack-text.ts";
import { openZlib, type StartDeflate } from "./packing/zlib.ts";
import { createSealedSink, openSealedSource } from "./sealed-archive.ts";
import { loadZlib } from "./testing/load-zlib.node.ts";
import { salvageZip } from "./zip/salvage-zip.ts";
import { readDirectoryEntries } from "./zip/slim-directory.ts";
import { openZip } from "./zip/zip-reader.ts";
import { createZipWriter } from "./zip/zip-writer.ts";

const AT_MS = Date.UTC(2026, 10, 22, 9, 5, 2);

function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

function createCollector(): ByteSink & { bytes(): Uint8Array<ArrayBuffer> } {
  const pieces: Uint8Array[] = [];
  return {
    async write(bytes) {
      pieces.push(bytes);
      return ok(undefined);
    },
    bytes: () => new Uint8Array(Buffer.concat(pieces)),
  };
}

/** Packs files the way a separate thread does. */
function pack(files: readonly (readonly [path: string, text: string])[]): Promise<PackedFiles> {
  const packer = createFilePacker(startDeflate);
  for (const [path, text] of files) packer.add(path, text, dosTime(AT_MS));
  return packer.packed();
}

const sourceOf = (bytes: Uint8Array<ArrayBuffer>) => createBlobSource(new Blob([bytes]));

let pieces: PieceSealer;
let lock: unknown;
let startDeflate: StartDeflate;

beforeAll(async () => {
  const made = value(await lockBackup("backup password"));
  ({ pieces, lock } = made);
  startDeflate = await openZlib(await loadZlib());
});

archiveContract("zip", async () => {
  const sink = createCollector();
  const writer = createZipWriter(sink, AT_MS, createTextPacking(loadZlib));
  return {
    writer,
    pack,
    reader: async () => {
      value(await writer.end());
      return value(await openZip(sourceOf(sink.bytes())));
    },
  };
});

archiveContract("zip in sealed pieces", async () => {
  const sink = createCollector();
  const sealed = createSealedSink(sink, pieces);
  const writer = createZipWriter(sealed, AT_MS);
  return {
    writer,
    pack,
    reader: async () => {
      value(await writer.end());
      value(await sealed.end());
      return value(await openZip(value(await openSealedSource(sourceOf(sink.bytes()), pieces))));
    },
  };
});

async function zipOf(files: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const sink = createCollector();
  const writer = createZipWriter(sink, AT_MS);
  for (const [path, text] of Object.entries(files)) {
    const file = await writer.open(path);
    value(await file.write(new TextEncoder().encode(text)));
    value(await file.close());
  }
  value(await writer.end());
  return sink.bytes();
}

describe("zip", () => {
  it("returns a text whose packed form exceeds the memory buffer", async () => {
    const piece = new Uint8Array(randomBytes(65_536));
    const sink = createCollector();
    const writer = createZipWriter(sink, AT_MS, createTextPacking(loadZlib));
    const text = await writer.openText("text");
    for (let count = 0; count < 150; count += 1) value(await text.write(piece.map((byte) => byte ^ count)));
    value(await text.close());
    value(await writer.end());
    let read = 0;
    const same = (bytes: Uint8Array) =>
      bytes.every((byte, at) => byte === ((piece[(read + at) % piece.length] as number) ^ Math.floor((read + at) / piece.length)));
    const take = (bytes: Uint8Array) => {
      const isSame = same(bytes);
      read += bytes.length;
      return isSame;
    };
    value(await value(await openZip(sourceOf(sink.bytes()))).read("text", take));
    expect(read).toBe(150 * piece.length);
    expect(sink.bytes().length).toBeGreaterThan(8_388_608);
  });

  it("holds more files than a zip without zip64 can", async () => {
    const count = 66_000;
    const empty = { crc: 0, packedBytes: 2, sizeBytes: 0, isStored: false };
    const bodies: Uint8Array[] = [];
    const directory: Uint8Array[] = [];
    let offset = 0;
    for (let at = 0; at < count; at += 1) {
      const name = new TextEncoder().encode(`readable/${at}.md`);
      const body = Buffer.concat([localHeader(name, dosTime(AT_MS)), Uint8Array.from([3, 0]), dataDescriptor(empty)]);
      directory.push(directoryEntry({ name, ...empty, offset }, dosTime(AT_MS)));
      bodies.push(body);
      offset += body.length;
    }
    const tail = Buffer.concat(directory);
    const zip = Buffer.concat([...bodies, tail, endOfDirectory(count, tail.length, offset)]);
    const archive = value(await openZip(sourceOf(new Uint8Array(zip))));
    expect(archive.files).toHaveLength(count);
    expect(await archive.read(`readable/${count - 1}.md`, () => true)).toEqual({ ok: true, value: undefined });
  });

  it("stores small pages uncompressed, and packs larger ones", async () => {
    const small = "7".repeat(8192);
    const { bytes, directory } = await pack([
      ["small", small],
      ["large", `${small}7`],
    ]);
    const begin = 30 + "small".length;
    expect(new TextDecoder().decode(bytes.subarray(begin, begin + 8192))).toBe(small);
    expect(bytes.length).toBeLessThan(begin + 8192 + 200);
    const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
    const methods = [view.getUint16(10, true), view.getUint16(46 + "small".length + 10, true)];
    expect(methods).toEqual([0, 8]);
  });

  it("lists files that were packed elsewhere like those it packed itself", () => {
    const file = fc.record({
      name: fc.string({ unit: "grapheme", maxLength: 20 }).map((name) => new TextEncoder().encode(name)),
      crc: fc.nat(2 ** 32 - 1),
      packedBytes: fc.nat(2 ** 31),
      sizeBytes: fc.nat(2 ** 31),
      offset: fc.nat(2 ** 31),
      isStored: fc.boolean(),
    });
    const by = fc.oneof(fc.nat(1000), fc.nat(2 ** 32), fc.integer({ min: 2 ** 32 - 2 ** 31, max: 2 ** 34 }));
    const time = dosTime(AT_MS);
    const entriesOf = (files: readonly ZippedFile[]) => new Uint8Array(Buffer.concat(files.map((each) => directoryEntry(each, time))));
    fc.assert(
      fc.property(fc.array(file), by, (files, further) => {
        const there = files.map((each) => ({ ...each, offset: each.offset + further }));
        expect(movedEntries(entriesOf(files), further)).toEqual(entriesOf(there));
      }),
    );
  });

  it("finds a file that begins beyond four gigabytes", async () => {
    const name = new TextEncoder().encode("far.txt");
    const whole = await zipOf({ "far.txt": "far away" });
    const head = localHeader(name, dosTime(AT_MS));
    const body = whole.subarray(0, whole.length - 22 - 46 - name.length);
    const offset = 5 * 2 ** 30;
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    const [crc, packedBytes, sizeBytes] = [12, 8, 4].map((back) => view.getUint32(body.length - back, true)) as [number, number, number];
    expect(body.subarray(0, head.length)).toEqual(head);
    const directory = directoryEntry({ name, crc, packedBytes, sizeBytes, offset, isStored: false }, dosTime(AT_MS));
    const tail = Buffer.concat([body, directory, endOfDirectory(1, directory.length, offset + body.length)]);
    const source: ByteSource = {
      sizeBytes: offset + tail.length,
      read: async (from, length) => {
        const bytes = new Uint8Array(length);
        for (let at = Math.max(from, offset); at < from + length; at += 1) bytes[at - from] = tail[at - offset] ?? 0;
        return bytes;
      },
    };
    const far = value(await openZip(source));
    const read: string[] = [];
    value(await far.read("far.txt", (bytes) => read.push(new TextDecoder().decode(bytes)) > 0));
    expect(read.join("")).toBe("far away");
  });

  it("packs what shrinks, and stores the rest in blocks that any unpacker reads", async () => {
    const noise = Buffer.concat([randomBytes(200_000), Buffer.alloc(100_000)]);
    const text = Buffer.from("word after word ".repeat(20_000));
    const sink = createCollector();
    const writer = createZipWriter(sink, AT_MS);
    for (const [path, bytes] of [["noise", noise] as const, ["text", text] as const]) {
      const file = await writer.open(path);
      // The first piece decides whether the file is packed or stored.
      for (let at = 0; at < bytes.length; at += 150_000) value(await file.write(new Uint8Array(bytes.subarray(at, at + 150_000))));
      value(await file.close());
    }
    value(await writer.end());
    const packed = (await readDirectoryEntries(sourceOf(sink.bytes())))?.map(({ packedBytes }) => packedBytes);
    expect(packed).toEqual([300_000 + 5 * 6 + 5, expect.any(Number)]);
    expect(packed?.[1]).toBeLessThan(text.length / 10);
    const zip = value(await openZip(sourceOf(sink.bytes())));
    for (const [path, bytes] of [["noise", noise] as const, ["text", text] as const]) {
      const read: Uint8Array[] = [];
      value(await zip.read(path, (piece) => read.push(piece.slice()) > 0));
      expect(Buffer.compare(Buffer.concat(read), bytes)).toBe(0);
    }
    const unpacked = inflateRawSync(sink.bytes().subarray(30 + "noise".length, 30 + "noise".length + (packed?.[0] ?? 0)));
    expect(Buffer.compare(unpacked, noise)).toBe(0);
  });

  it("reads a stored file of any size in place, with or without the directory", async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) % 251);
    const sink = createCollector();
    const writer = createZipWriter(sink, AT_MS);
    const before = await writer.open("metadata.json");
    value(await before.write(bytes.slice(0, 10)));
    value(await before.close());
    const file = await writer.openLarge("payload.bin");
    for (let at = 0; at < bytes.length; at += 70_000) value(await file.write(bytes.slice(at, at + 70_000)));
    value(await file.close());
    value(await writer.end());
    const whole = sink.bytes();
    const zip = value(await openZip(sourceOf(whole)));
    expect(zip.files.map(({ sizeBytes }) => sizeBytes)).toEqual([10, bytes.length]);
    const stored = await zip.stored("payload.bin");
    expect(stored?.sizeBytes).toBe(bytes.length);
    expect(await stored?.read(100_000, 50)).toEqual(bytes.slice(100_000, 100_050));
    expect(await stored?.read(bytes.length - 5, 50)).toEqual(bytes.slice(-5));
    expect(await zip.stored("metadata.json")).toBeUndefined();
    const salvaged = await salvageZip(sourceOf(whole.slice(0, whole.length - 30)));
    for (const reader of [zip, salvaged as ArchiveReader]) {
      const read: Uint8Array[] = [];
      value(await reader.read("payload.bin", (piece) => read.push(piece.slice()) > 0));
      expect(Buffer.compare(Buffer.concat(read), bytes)).toBe(0);
    }
  });

  it("lists the size of a file over four gigabytes, and where the next one begins", async () => {
    const [name, sizeBytes] = [new TextEncoder().encode("payload.bin"), 6 * 2 ** 30];
    const large = { name, crc: 7, packedBytes: sizeBytes, sizeBytes, offset: 0, isStored: true, isLarge: true };
    const time = dosTime(AT_MS);
    const [head, tail] = [largeHeader(name, time), largeDescriptor(large)];
    const directoryAt = head.length + sizeBytes + tail.length;
    const directory = directoryEntry(large, time);
    const end = Buffer.concat([tail, directory, endOfDirectory(1, directory.length, directoryAt)]);
    const source: ByteSource = {
      sizeBytes: head.length + sizeBytes + end.length,
      read: async (from, length) => {
        const bytes = new Uint8Array(length);
        for (let at = 0; at < length; at += 1) bytes[at] = head[from + at] ?? end[from + at - head.length - sizeBytes] ?? 0;
        return bytes;
      },
    };
    const zip = value(await openZip(source));
    expect(zip.files).toEqual([{ path: "payload.bin", sizeBytes }]);
    expect((await zip.stored("payload.bin"))?.sizeBytes).toBe(sizeBytes);
    expect((await readDirectoryEntries(source))?.map(({ offset }) => offset)).toEqual([0]);
  });

  it("lists unread files without returning their content", async () => {
    const whole = await zipOf({ "notes.json": "[]", "readable/page.html": "<p>" });
    const archive = value(await openZip(sourceOf(whole), (path) => path === "notes.json"));
    expect(archive.files).toEqual([
      { path: "notes.json", sizeBytes: 2 },
      { path: "readable/page.html", sizeBytes: 3 },
    ]);
    expect(await archive.read("notes.json", () => true)).toEqual({ ok: true, value: undefined });
    expect(await archive.read("readable/page.html", () => true)).toMatchObject({ ok: false, problem: { kind: "damaged" } });
  });

  it("rejects a file that is not a zip, is truncated, or was changed", async () => {
    expect(await openZip(sourceOf(new Uint8Array(0)))).toMatchObject({ ok: false, problem: { kind: "damaged" } });
    expect(await openZip(sourceOf(new TextEncoder().encode("no zip at all")))).toMatchObject({ ok: false });
    const whole = await zipOf({ "notes.json": "[]".repeat(500) });
    for (let cut = 1; cut < whole.length; cut += 7) expect((await openZip(sourceOf(whole.slice(0, whole.length - cut)))).ok).toBe(false);
    const changed = whole.slice();
    changed[45] = (changed[45] as number) ^ 0xff;
    expect(await value(await openZip(sourceOf(changed))).read("notes.json", () => true)).toMatchObject({ ok: false });
  });

  it("stops a file that unpacks to more than its declared size", async () => {
    const whole = await zipOf({ bomb: "0".repeat(50_000_000) });
    const at = whole.length - 22 - 46 - 4;
    new DataView(whole.buffer).setUint32(at + 24, 1000, true);
    const archive = value(await openZip(sourceOf(whole)));
    const taken: number[] = [];
    const outcome = await archive.read("bomb", (bytes) => taken.push(bytes.length) > 0);
    expect(outcome.ok).toBe(false);
    expect(taken.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(1000);
  });
});

describe("text packed quickly", () => {
  it("restores the text from any pieces", async () => {
    const sink = createCollector();
    const zip = createZipWriter(sink, AT_MS, createTextPacking(loadZlib));
    const [first, second] = [await zip.openText("notes.json"), await zip.openText("index.html")];
    const pieces = [0, 1, 65_535, 65_536, 65_537, 300_000].map((length, at) =>
      new Uint8Array(length).map((_, index) => (index * index * at) % 251),
    );
    for (const piece of pieces) {
      value(await first.write(piece));
      value(await second.write(piece.slice(0, 7)));
    }
    value(await second.close());
    value(await first.close());
    value(await zip.end());
    const archive = value(await openZip(sourceOf(sink.bytes())));
    const read = async (path: string) => {
      const taken: Uint8Array[] = [];
      value(await archive.read(path, (bytes) => taken.push(bytes.slice()) > 0));
      return Buffer.concat(taken);
    };
    expect(Buffer.compare(await read("notes.json"), Buffer.concat(pieces))).toBe(0);
    expect(Buffer.compare(await read("index.html"), Buffer.concat(pieces.map((piece) => piece.slice(0, 7))))).toBe(0);
  });
});

describe("encryption.md 3.5 (12) the payload of a sealed backup", () => {
  it.each([0, 1, BACKUP_PIECE_BYTES - 1, BACKUP_PIECE_BYTES, BACKUP_PIECE_BYTES + 1, 2 * BACKUP_PIECE_BYTES])(
    "round-trips %i bytes",
    async (length) => {
      const plain = new Uint8Array(length).map((_, at) => at % 251);
      const sink = createCollector();
      const sealed = createSealedSink(sink, pieces);
      for (let at = 0; at < length; at += 300_000) value(await sealed.write(plain.slice(at, at + 300_000)));
      value(await sealed.end());
      const again = value(await unlockBackup("backup password", lock));
      const source = value(await openSealedSource(sourceOf(sink.bytes()), again));
      expect(source.sizeBytes).toBe(length);
      expect(Buffer.compare((await source.read(0, length)) ?? new Uint8Array(1), plain)).toBe(0);
      const cut = sink.bytes();
      expect(await openSealedSource(sourceOf(cut.slice(0, cut.length - 1)), again)).toEqual({ ok: false, problem: "damaged" });
      if (length > BACKUP_PIECE_BYTES)
        expect(await openSealedSource(sourceOf(cut.slice(0, BACKUP_PIECE_BYTES + 16)), again)).toEqual({ ok: false, problem: "damaged" });
    },
  );
});
