// @vitest-environment node
import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { AttachmentCodec } from "@satchel/core/ports/sealing/attachment-codec.ts";
import { createUploads } from "@satchel/core/sync/attachments/upload-service.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryExclusive } from "@satchel/core/testing/memory-exclusive.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createMaintenanceService } from "@satchel/core/transfer/maintenance/maintenance-service.ts";
import { createTestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDriveAttachments } from "./drive-attachments.ts";
import { createDriveMaintenance } from "./drive-maintenance.ts";
import { createDriveRemoteStore } from "./drive-remote-store.ts";

const NONCE_BYTES = 4;
const plain = createPlainCodec();
const FUTURE = 0xff;

/** Like real sealing, seals a file to different bytes each time; this device cannot judge the seal of a later version. */
const codec: AttachmentCodec = {
  sealAttachment: plain.sealAttachment,
  openAttachment: async (id, bytes, seal) =>
    bytes[0] === FUTURE
      ? failed("unknown-version")
      : plain.openAttachment(id, bytes.subarray(0, -NONCE_BYTES), { ...seal, isSensitive: false }),
};

type Kind = "same" | "other content" | "damaged" | "later version" | "in the trash" | "name only" | "gone";

async function open() {
  const client = createTestDrive().clientFor();
  const store = createDriveRemoteStore({ client, newTargetId: () => "target" });
  const prepared = await store.prepare(undefined);
  if (!prepared.ok) throw new Error(prepared.problem.kind);
  const { folderIds } = prepared.value;
  const remote = { ...store, ...createDriveMaintenance({ client }), ...createDriveAttachments({ client, isOfThisDrive: () => true }) };
  let nonce = 0;

  /** Uploads a duplicate as a device left it before restoring compared contents. */
  const put = async (attachmentId: string, kind: Kind = "same"): Promise<string> => {
    nonce += 1;
    const content = new TextEncoder().encode(kind === "other content" ? `other ${attachmentId}` : `content of ${attachmentId}`);
    const sealed = await codec.sealAttachment(attachmentId, content, { isSensitive: false });
    if (!sealed.ok) throw new Error(sealed.problem);
    const bytes = new Uint8Array([...sealed.value.bytes, 0, 0, nonce >> 8, nonce & 255]);
    if (kind === "damaged") bytes.fill(0, 0, 9);
    if (kind === "later version") bytes[0] = FUTURE;
    const properties = kind === "name only" ? {} : { appProperties: { n: attachmentId, k: "attachment" } };
    const made = await client.create(
      { name: `${attachmentId}.bin`, parents: [folderIds.attachments], ...properties },
      { content: bytes, contentType: "application/octet-stream", fields: "id" },
    );
    if (!made.ok || made.value.id === undefined) throw new Error("not made");
    if (kind === "in the trash") await client.update(made.value.id, { trashed: true }, { fields: "id" });
    if (kind === "gone") await client.delete(made.value.id);
    return made.value.id;
  };

  const device = async (name: string) => {
    const localStore = new MemoryLocalStore(new MemoryDisk(name));
    const opened = await openLibrary({ writers: createTestWriters(), store: localStore });
    if (!opened.ok) throw new Error(opened.problem.kind);
    const library = opened.value;
    await library.transact({}, () => ({ writes: { meta: { target: prepared.value } as never }, answer: undefined }), "sync");
    const clock = new ManualClock();
    const shared = { library, store: localStore, codec, clock };
    const uploads = createUploads({ ...shared, remote, exclusive: createMemoryExclusive(), isOnline: () => true });
    const attachments = createAttachmentsService({ ...shared, ids: createSequenceIds(name), cloud: { remote, uploads } });
    return { library, attachments, maintenance: createMaintenanceService({ library, remote, codec, timers: clock }) };
  };

  /** Ids of attachments that a device without local files can open. */
  const openable = async (ids: readonly string[]): Promise<readonly string[]> => {
    const { attachments } = await device("fresh");
    const opened = await Promise.all(ids.map((id) => attachments.open({ id, isSensitive: false })));
    return ids.filter((_, at) => opened[at]?.ok);
  };
  const livingFiles = async (attachmentId: string): Promise<readonly string[]> => {
    const listed = await remote.listAttachments(folderIds.attachments, undefined);
    if (!listed.ok) throw new Error(listed.problem.kind);
    return listed.value.files.filter((file) => !file.trashed && file.attachmentId === attachmentId).map(({ fileId }) => fileId);
  };
  return { client, put, device, openable, livingFiles };
}

const smallest = (...ids: string[]) => ids.toSorted()[0];

describe("sync.md 11 duplicates of attachments", () => {
  it("finds them with count and size, trashes them on request, and restores them", async () => {
    const { put, device, livingFiles, openable } = await open();
    const files = [await put("-a"), await put("-a"), await put("-a")];
    const only = await put("b");
    const { maintenance } = await device("one");

    const scan = await maintenance.scan();

    const duplicates = scan.ok ? scan.value.duplicates : [];
    expect(duplicates.map(({ fileId }) => fileId).sort()).toEqual(files.filter((id) => id !== smallest(...files)).sort());
    const sealedBytes = "-a|".length * 2 + "content of -a".length + NONCE_BYTES;
    expect(duplicates.map(({ sizeBytes }) => sizeBytes)).toEqual([sealedBytes, sealedBytes]);
    expect(await livingFiles("-a")).toHaveLength(3);
    expect(await maintenance.cleanUp("duplicates")).toEqual({ ok: true, value: 2 });
    expect(await livingFiles("-a")).toEqual([smallest(...files)]);
    expect(await livingFiles("b")).toEqual([only]);
    expect(await openable(["-a", "b"])).toEqual(["-a", "b"]);
    expect(await maintenance.bringBack()).toEqual({ ok: true, value: 2 });
    expect(await livingFiles("-a")).toHaveLength(3);
  });

  it("keeps one file of each content, and the only readable one beside damaged ones", async () => {
    const { put, device, livingFiles, openable } = await open();
    const [, readable] = [await put("a", "damaged"), await put("a"), await put("a", "damaged")];
    for (const kind of ["same", "other content", "same", "other content"] as const) await put("b", kind);
    for (const kind of ["damaged", "damaged"] as const) await put("c", kind);
    const { maintenance } = await device("one");
    await maintenance.scan();

    expect(await maintenance.cleanUp("duplicates")).toEqual({ ok: true, value: 4 });

    expect(await livingFiles("a")).toEqual([readable]);
    expect(await livingFiles("b")).toHaveLength(2);
    expect(await livingFiles("c")).toHaveLength(2);
    expect(await openable(["a", "b"])).toEqual(["a", "b"]);
  });

  it("keeps all if this device cannot judge a file, or finds it by name only", async () => {
    const { put, device } = await open();
    for (const kind of ["same", "same", "later version"] as const) await put("a", kind);
    for (const kind of ["name only", "same"] as const) await put("b", kind);
    const { maintenance } = await device("one");

    expect(await maintenance.scan()).toMatchObject({ ok: true, value: { duplicates: [] } });
  });

  it("leaves one to collection if its note moved into the Sensitive folder", async () => {
    const { put, device } = await open();
    const fileId = await put("a");
    await put("a");
    const { maintenance, library } = await device("one");
    const mark = { fileId, since: 0, isExposed: true, attachmentId: "a" } as const;
    await library.transact({}, () => ({ writes: { unreferenced: [mark] }, answer: undefined }), "sync");

    expect(await maintenance.scan()).toMatchObject({ ok: true, value: { duplicates: [] } });
  });

  it.each(["in the trash", "overwritten", "gone"])("keeps all duplicates if the file to keep is %s since the scan", async (what) => {
    const { client, put, device, livingFiles } = await open();
    const files = [await put("a"), await put("a"), await put("a")];
    const kept = smallest(...files) ?? "";
    const { maintenance } = await device("one");
    await maintenance.scan();
    if (what === "in the trash") await client.update(kept, { trashed: true }, { fields: "id" });
    if (what === "overwritten") await client.update(kept, {}, { content: new Uint8Array(40), fields: "id" });
    if (what === "gone") await client.delete(kept);

    expect(await maintenance.cleanUp("duplicates")).toEqual({ ok: true, value: 0 });

    expect(await livingFiles("a")).toEqual(expect.arrayContaining(files.filter((id) => id !== kept)));
  });

  it("keeps a readable file when two devices clean up the same duplicates", async () => {
    const { put, device, livingFiles } = await open();
    for (let at = 0; at < 5; at += 1) await put("a");
    const [one, two] = [await device("one"), await device("two")];
    await one.maintenance.scan();
    await two.maintenance.scan();

    await Promise.all([one.maintenance.cleanUp("duplicates"), two.maintenance.cleanUp("duplicates")]);

    expect(await livingFiles("a")).toHaveLength(1);
  });

  it("keeps all attachments readable, wherever a clean-up is interrupted", async () => {
    const kind = fc.constantFrom<Kind>("same", "same", "other content", "damaged", "later version", "in the trash", "name only", "gone");
    const library = fc.array(fc.array(kind, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(library, fc.option(fc.nat(3)), async (kindsOf, cancelAfter) => {
        const { put, device, openable, livingFiles } = await open();
        const ids = kindsOf.map((_, at) => `-file-${at}`);
        for (const [at, kinds] of kindsOf.entries()) for (const one of kinds) await put(ids[at] ?? "", one);
        const before = await openable(ids);
        const { maintenance } = await device("one");
        expect(await maintenance.scan()).toMatchObject({ ok: true });
        const stop = maintenance.store.subscribe(({ moved }) => moved.length > (cancelAfter ?? 99) && maintenance.cancel());

        const cleaned = await maintenance.cleanUp("duplicates");

        stop();
        expect(await openable(ids)).toEqual(expect.arrayContaining([...before]));
        if (cleaned.ok) expect(await maintenance.scan()).toMatchObject({ ok: true, value: { duplicates: [] } });
        for (const [at, kinds] of kindsOf.entries())
          if (cleaned.ok && kinds.every((one) => one === "same")) expect(await livingFiles(ids[at] ?? "")).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });
});
