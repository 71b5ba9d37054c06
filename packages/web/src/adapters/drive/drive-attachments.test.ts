// @vitest-environment node
import { describeAttachmentRemote } from "@satchel/core/testing/attachment-remote-contract.ts";
import { createMd5 } from "@satchel/crypto/digests/stream-digests.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import { createTestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { describe, expect, it } from "vitest";
import { createDriveAttachments } from "./drive-attachments.ts";
import { createDriveRemoteStore } from "./drive-remote-store.ts";

async function open() {
  const drive = createTestDrive();
  const client: DriveClient = drive.clientFor();
  const store = createDriveRemoteStore({ client, newTargetId: () => "target" });
  const prepared = await store.prepare(undefined);
  if (!prepared.ok) throw new Error(prepared.problem.kind);
  const remote = createDriveAttachments({ client, isOfThisDrive: (session) => !session.startsWith("https://elsewhere.example") });
  return { drive, client, store, remote, folderId: prepared.value.folderIds.attachments };
}

describeAttachmentRemote("drive server", async () => {
  const { remote, folderId, store } = await open();
  return {
    remote,
    folderId,
    newFileId: async () => {
      const ids = await store.reserveIds(1);
      if (!ids.ok || ids.value[0] === undefined) throw new Error("no id");
      return ids.value[0];
    },
    md5: await createMd5(),
    largeBytes: 2_500_000,
  };
});

describe("drive-layout.md attachments", () => {
  const watch = { onSession: async () => undefined, onProgress: () => undefined, stop: { isStopped: false, onStop: () => undefined } };

  it("puts them into their folder under opaque names that the sync of notes ignores", async () => {
    const { client, store, remote, folderId } = await open();
    const cursor = await store.startCursor();
    const ids = await store.reserveIds(1);
    const fileId = ids.ok ? (ids.value[0] ?? "") : "";
    await remote.uploadAttachment({ fileId, attachmentId: "att-1", folderId, bytes: new Uint8Array(300), session: undefined }, watch);

    const file = await client.get(fileId, { fields: "name,mimeType,parents,appProperties" });
    expect(file).toEqual({
      ok: true,
      value: {
        name: "att-1.bin",
        mimeType: "application/octet-stream",
        parents: [folderId],
        appProperties: { n: "att-1", k: "attachment" },
      },
    });
    expect(await store.changes(cursor.ok ? cursor.value : "")).toMatchObject({ ok: true, value: { changes: [] } });
    expect(await store.list(undefined)).toMatchObject({ ok: true, value: { files: [], packs: [] } });
  });

  it("finds them after the user renamed and moved them", async () => {
    const { client, store, remote, folderId } = await open();
    const ids = await store.reserveIds(1);
    const fileId = ids.ok ? (ids.value[0] ?? "") : "";
    await remote.uploadAttachment({ fileId, attachmentId: "att-1", folderId, bytes: new Uint8Array(300), session: undefined }, watch);
    await client.update(fileId, { name: "holiday" }, { addParents: ["root"], removeParents: [folderId] });

    expect(await remote.findAttachment("att-1")).toMatchObject({ ok: true, value: { fileId, attachmentId: "att-1" } });
  });

  it("finds them behind empty pages that are not the last", async () => {
    const { drive, store, remote, folderId } = await open();
    const ids = await store.reserveIds(1);
    const fileId = ids.ok ? (ids.value[0] ?? "") : "";
    await remote.uploadAttachment({ fileId, attachmentId: "att-1", folderId, bytes: new Uint8Array(300), session: undefined }, watch);
    drive.sandbox.control?.setFaults({ shortPages: true });

    const found = await Promise.all(Array.from({ length: 40 }, () => remote.findAttachment("att-1")));

    expect(found.filter((each) => each.ok && each.value?.fileId === fileId)).toHaveLength(40);
  });

  it("distinguishes them from other files that have an id", async () => {
    const { client, remote } = await open();
    const note = await client.create({ name: "note-1-a.json", appProperties: { n: "note-1-a", k: "note" } }, { fields: "id" });

    expect(await remote.attachmentFile(note.ok ? (note.value.id ?? "") : "")).toEqual({ ok: true, value: undefined });
  });

  it("does not send a token to an upload address of another drive", async () => {
    const { remote, store, folderId, drive } = await open();
    const ids = await store.reserveIds(1);
    const fileId = ids.ok ? (ids.value[0] ?? "") : "";
    const session = "https://elsewhere.example/upload";
    const sent = await remote.uploadAttachment(
      { fileId, attachmentId: "att-1", folderId, bytes: new Uint8Array(1_500_000), session },
      watch,
    );

    expect(sent.ok).toBe(true);
    expect(drive.sandbox.control?.counts()["upload.start"]).toBe(1);
  });
});
