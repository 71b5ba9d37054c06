import { describe, expect, it } from "vitest";
import { createAttachmentsService } from "../../library/attachments/attachments-service.ts";
import { openLibrary } from "../../library/index/library-service.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createPlainCodec } from "../../testing/plain-codec.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createAttachmentBytes } from "./backup-service.ts";

/** Like local mode's store, it does not load whole files at startup. */
class FilesOnDemand extends MemoryLocalStore {
  override async loadIndex() {
    const loaded = await super.loadIndex();
    return { ...loaded, value: { ...loaded.value, attachments: [] } };
  }
}

async function start(disk: MemoryDisk) {
  const store = new FilesOnDemand(disk);
  const library = await openLibrary({ writers: createTestWriters(), store });
  if (!library.ok) throw new Error(library.problem.kind);
  return createAttachmentsService({
    library: library.value,
    store,
    codec: createPlainCodec(),
    clock: new ManualClock(),
    ids: createSequenceIds("dev001"),
  });
}

describe("B4.7 attachments in a restore", () => {
  it("finds an attachment that is stored but was not read since startup", async () => {
    const disk = new MemoryDisk("dev001");
    const file = { bytes: Uint8Array.from([1, 2, 3]), fileName: "a", mimeType: "a/b" };
    const added = await (await start(disk)).add(file, { use: "file", isSensitive: false, noteId: "note-1" });
    const later = createAttachmentBytes(await start(disk));

    expect(await later.has(added.ok ? added.value.id : "")).toBe(true);
    expect(await later.has("file-none")).toBe(false);
  });
});
