import { describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import type { FileNameCodec } from "../../ports/sealing/file-name-codec.ts";
import { MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice } from "../../testing/test-device.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { retryNames } from "./retry-service.ts";

const NAME = "A".repeat(86);

function codec(idByName: Readonly<Record<string, string>>): FileNameCodec {
  return {
    sealNames: async () => ({ ok: false, problem: "locked" }),
    openNames: async (names) => ({ ok: true, value: names.map((name) => idByName[name]) }),
  };
}

/** A device that knows one file under the name that an earlier version took for an id. */
async function deviceWithName() {
  const laptop = await createTestDevice("laptop", new MemoryDrive());
  await laptop.notes.create({ title: "Milk", content: "" }, null);
  await laptop.sync();
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(laptop.disk) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const [file] = [...library.index.allFiles()];
  if (file === undefined) throw new Error("no file is known");
  const named = { ...file, fileId: "other", id: NAME, unreadable: "damaged" as const };
  await library.transact({}, () => ({ writes: { remote: [named] }, answer: undefined }), "sync");
  return { library, file };
}

describe("encryption.md 3.3: a file that is known under its encrypted name", () => {
  it("is forgotten and everything is listed again once a key opens the name", async () => {
    const { library, file } = await deviceWithName();
    expect(await retryNames(library, codec({ [NAME]: "note-1" }))).toEqual({ ok: true, value: 1 });
    expect(library.index.file("other")).toBeUndefined();
    expect(library.index.file(file.fileId)).toEqual(file);
    expect(library.index.meta.auditAt).toBe(0);
    expect(await retryNames(library, codec({ [NAME]: "note-1" }))).toEqual({ ok: true, value: 0 });
  });

  it("stays while no key opens the name", async () => {
    const { library } = await deviceWithName();
    const { auditAt } = library.index.meta;
    expect(await retryNames(library, codec({}))).toEqual({ ok: true, value: 0 });
    expect(library.index.file("other")).toBeDefined();
    expect(library.index.meta.auditAt).toBe(auditAt);
  });
});

describe("The index", () => {
  it("lists a file under its new record only when the drive says that it holds another one", async () => {
    const { library, file } = await deviceWithName();
    const moved = { ...file, id: "note-2", version: file.version + 1 };
    await library.transact({}, () => ({ writes: { remote: [moved] }, answer: undefined }), "sync");
    expect(library.index.filesOf(file.id)).toEqual([]);
    expect(library.index.filesOf("note-2")).toEqual([moved]);
  });
});
