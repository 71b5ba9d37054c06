import { describe, expect, it } from "vitest";
import { ok } from "../../model/result.ts";
import type { AttachmentCodec } from "../../ports/sealing/attachment-codec.ts";
import { createUploads } from "../../sync/attachments/upload-service.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { createMemoryAttachmentRemote } from "../../testing/memory-attachment-remote.ts";
import { createMemoryExclusive } from "../../testing/memory-exclusive.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryRemoteStore, MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createPlainCodec } from "../../testing/plain-codec.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { openLibrary } from "../index/library-service.ts";
import { createAttachmentsService } from "./attachments-service.ts";

const NONCE_BYTES = 4;

/** Seals with different bytes each time, like real sealing. */
function createNonceCodec(): AttachmentCodec & Pick<ReturnType<typeof createPlainCodec>, "md5"> {
  const plain = createPlainCodec();
  let count = 0;
  return {
    md5: plain.md5,
    async sealAttachment(id, bytes, seal) {
      count += 1;
      const sealed = await plain.sealAttachment(id, bytes, seal);
      if (!sealed.ok) return sealed;
      const whole = new Uint8Array([...sealed.value.bytes, 0, 0, count >> 8, count & 255]);
      return ok({ bytes: whole, md5: plain.md5(whole) });
    },
    openAttachment: (id, bytes, seal) => plain.openAttachment(id, bytes.subarray(0, bytes.length - NONCE_BYTES), seal),
  };
}

const codec = createNonceCodec();

async function aDevice(drive: MemoryDrive, name: string) {
  const store = new MemoryLocalStore(new MemoryDisk(name));
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const calls: string[] = [];
  const fault = async (call: string, at: string) => {
    if (at === "before") calls.push(call);
    return undefined;
  };
  const target = { accountId: "a", targetId: "t", folderIds: { app: "app", notes: "notes", folders: "folders", attachments: "files" } };
  await library.transact({}, () => ({ writes: { meta: { target } as never }, answer: undefined }), "sync");
  const remote = {
    ...createMemoryAttachmentRemote(drive.attachments, { md5: codec.md5, fault }),
    reserveIds: createMemoryRemoteStore(drive, { md5: codec.md5 }).reserveIds,
  };
  const clock = new ManualClock();
  const uploads = createUploads({ library, store, remote, codec, exclusive: createMemoryExclusive(), clock, isOnline: () => true });
  const ids = createSequenceIds(name);
  const attachments = createAttachmentsService({ library, store, codec, clock, ids, cloud: { remote, uploads } });
  return { library, store, attachments, uploads, calls };
}

const bytesOf = (at: number) => Uint8Array.from({ length: 50 }, (_, index) => at * 7 + index);
const attachmentOf = (at: number) => ({ id: `-file-${at}`, fileName: `${at}.bin`, mimeType: "a/b", sizeBytes: 50 });

async function restoreAll(device: Awaited<ReturnType<typeof aDevice>>, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) expect(await device.attachments.restore(attachmentOf(at), bytesOf(at))).toMatchObject({ ok: true });
  await device.uploads.run();
}

const uploadsIn = (calls: readonly string[]) => calls.filter((call) => /upload/i.test(call) && !/^download/.test(call));

describe("B4.7 restoring what the account already has", () => {
  it.each([2, 20])("does not upload files again: %d files", async (count) => {
    const drive = new MemoryDrive();
    await restoreAll(await aDevice(drive, "first"), count);
    expect(drive.attachments.files.size).toBe(count);

    const fresh = await aDevice(drive, "second");
    await restoreAll(fresh, count);

    expect(drive.attachments.files.size).toBe(count);
    expect(uploadsIn(fresh.calls)).toEqual([]);
    for (const row of fresh.library.index.attachments.values()) {
      expect(row.upload).toMatchObject({ kind: "stored" });
      const kept = await fresh.store.readAttachment(row.id);
      expect(kept.ok && kept.value !== undefined && codec.md5(kept.value)).toBe(row.md5);
    }
    expect(await fresh.attachments.open({ id: "-file-1", isSensitive: false })).toEqual({ ok: true, value: bytesOf(1) });
  });

  it("looks many files up with one listing", async () => {
    const drive = new MemoryDrive();
    await restoreAll(await aDevice(drive, "first"), 20);
    const fresh = await aDevice(drive, "second");
    for (let at = 0; at < 20; at += 1) void fresh.attachments.restore(attachmentOf(at), bytesOf(at));
    await fresh.uploads.run();
    await fresh.uploads.run();
    expect(fresh.calls.filter((call) => call === "findAttachment").length).toBeLessThan(3);
  });

  it("uploads a file whose id in the drive has other or damaged content", async () => {
    const drive = new MemoryDrive();
    await restoreAll(await aDevice(drive, "first"), 3);
    for (const [fileId, kept] of drive.attachments.files)
      if (kept.file.attachmentId === "-file-0") drive.attachments.files.set(fileId, { ...kept, bytes: new Uint8Array(60) });
    const fresh = await aDevice(drive, "second");
    await restoreAll(fresh, 3);
    expect([...drive.attachments.files.values()].filter(({ file }) => file.attachmentId === "-file-0")).toHaveLength(2);
    expect(drive.attachments.files.size).toBe(4);
  });

  it("restores a file from the drive's trash instead of uploading it", async () => {
    const drive = new MemoryDrive();
    await restoreAll(await aDevice(drive, "first"), 4);
    for (const [fileId, kept] of drive.attachments.files)
      drive.attachments.files.set(fileId, { ...kept, file: { ...kept.file, trashed: true } });
    await restoreAll(await aDevice(drive, "second"), 4);
    expect([...drive.attachments.files.values()].map(({ file }) => file.trashed)).toEqual([false, false, false, false]);
  });
});
