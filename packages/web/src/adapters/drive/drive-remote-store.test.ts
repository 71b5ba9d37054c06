// @vitest-environment node
import type { FileWrite } from "@satchel/core/ports/remote/remote-store.ts";
import { describeRemoteStore } from "@satchel/core/testing/remote-store-contract.ts";
import { createTestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { expect, it, vi } from "vitest";
import { createDriveRemoteStore } from "./drive-remote-store.ts";

describeRemoteStore("drive server", async () => {
  const drive = createTestDrive();
  let made = 0;
  const open = () => {
    made += 1;
    return createDriveRemoteStore({ client: drive.clientFor(), newTargetId: () => `target-${made}` });
  };
  return { store: open(), another: open };
});

const FIELDS = "id,name,mimeType,parents,trashed,version,md5Checksum,size,modifiedTime,appProperties";
const BODY = { body: new Uint8Array([1, 2, 3]), md5: "5289df737df57326fcdd22597afb1fac" };

/** The store, and a log of its requests: method, path and query, and a body's type and text. */
async function recorded() {
  const drive = createTestDrive();
  const sent: { readonly what: string; readonly query: Record<string, string>; readonly type: string; readonly text: string }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input as string, init);
    const { pathname, searchParams } = new URL(request.url);
    const type = request.headers.get("content-type") ?? "";
    sent.push({ what: `${request.method} ${pathname}`, query: Object.fromEntries(searchParams), type, text: await request.text() });
    return drive.fetch(input, init);
  };
  const store = createDriveRemoteStore({ client: drive.clientFor("ada", { fetch }), newTargetId: () => "target" });
  const prepared = await store.prepare(undefined);
  if (!prepared.ok) throw new Error(prepared.problem.kind);
  const make = async (write: Pick<FileWrite, "id" | "kind" | "role">): Promise<string> => {
    const ids = await store.reserveIds(1);
    const [fileId = ""] = ids.ok ? ids.value : [];
    expect((await store.create(fileId, { ...BODY, owner: "device", vv: { device: 1 }, ...write })).ok).toBe(true);
    return fileId;
  };
  const take = () => sent.splice(0);
  return { drive, store, make, take, folderIds: prepared.value.folderIds };
}

const NOTE = { id: "note-1-a", kind: "note", role: "notes" } as const;

it("B7.2 creates the app's folders by POST files", async () => {
  const { take } = await recorded();
  const made = take().filter(({ what }) => what === "POST /drive/v3/files");
  expect(made.map(({ text }) => (JSON.parse(text) as { name: string; mimeType: string }).mimeType)).toEqual(
    Array.from({ length: 5 }, () => "application/vnd.google-apps.folder"),
  );
});

it("B3, B7.2 creates the files of notes and folders by one multipart upload each", async () => {
  const { drive, make, take, folderIds } = await recorded();
  take();
  const noteFile = await make(NOTE);
  await make({ id: "folder-1-a", kind: "folder", role: "folders" });
  const uploads = take().filter(({ what }) => what === "POST /upload/drive/v3/files");
  expect(uploads.map(({ query }) => query.uploadType)).toEqual(["multipart", "multipart"]);
  for (const { type } of uploads) expect(type).toMatch(/^multipart\/related; boundary=/);
  const listed = await drive.clientFor().list({ q: "mimeType = 'application/octet-stream'", fields: "files(id,name,parents)" });
  const files = listed.ok ? (listed.value.files ?? []) : [];
  expect(files.find(({ id }) => id === noteFile)).toMatchObject({ name: "note-1-a.json", parents: [folderIds.notes] });
  expect(files.find(({ id }) => id !== noteFile)).toMatchObject({ name: "folder-1-a.json", parents: [folderIds.folders] });
});

it("B7.2 lists and asks for changes a thousand to the page, newest first", async () => {
  const { store, take, folderIds } = await recorded();
  const cursor = await store.startCursor();
  take();
  await store.list(undefined);
  await store.changes(cursor.ok ? cursor.value : "");
  const [list, changes] = take();
  expect(list?.query).toMatchObject({ pageSize: "1000", orderBy: "modifiedTime desc", fields: `nextPageToken,files(${FIELDS})` });
  for (const role of ["notes", "folders", "soft-delete", "app"] as const)
    expect(list?.query["q"]).toContain(`'${folderIds[role]}' in parents`);
  expect(list?.query["q"]).not.toContain(folderIds.attachments);
  expect([list?.what, changes?.what, changes?.query["pageSize"]]).toEqual(["GET /drive/v3/files", "GET /drive/v3/changes", "1000"]);
});

it("B7.2 reads a file by alt=media and its metadata by its fields", async () => {
  const { store, make, take } = await recorded();
  const fileId = await make(NOTE);
  take();
  expect(await store.download(fileId)).toEqual({ ok: true, value: BODY.body });
  await store.metadata(fileId);
  expect(take().map(({ what, query }) => [what, query])).toEqual([
    [`GET /drive/v3/files/${fileId}`, { alt: "media" }],
    [`GET /drive/v3/files/${fileId}`, { fields: FIELDS }],
  ]);
});

it("B7.2 updates a file by PATCH upload, and soft-deletes by changing parents", async () => {
  const { drive, store, make, take, folderIds } = await recorded();
  const fileId = await make(NOTE);
  take();
  const write = { ...BODY, ...NOTE, owner: "device", vv: { device: 2 } };
  await store.update(fileId, write, undefined);
  await store.update(fileId, { ...write, role: "soft-delete" }, "notes");
  const [updated, moved] = take();
  expect([updated?.what, moved?.what]).toEqual([`PATCH /upload/drive/v3/files/${fileId}`, `PATCH /upload/drive/v3/files/${fileId}`]);
  expect(updated?.query).not.toHaveProperty("addParents");
  expect(moved?.query).toMatchObject({ addParents: folderIds["soft-delete"], removeParents: folderIds.notes });
  const file = await drive.clientFor().get(fileId, { fields: "parents,trashed" });
  expect(file).toEqual({ ok: true, value: { parents: [folderIds["soft-delete"]], trashed: false } });
});

/** A device new to a library of one note, its requests, and responses that are held until released. */
async function newDevice() {
  const { drive, make, folderIds } = await recorded();
  await make(NOTE);
  const sent: string[] = [];
  const held = new Map<string, Promise<void>>();
  const hold = (what: string): (() => void) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    held.set(what, released);
    return release;
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(new Request(input as string, init).url);
    const what = searchParams.get("orderBy") === null ? pathname.replace("/drive/v3/", "") : "list";
    sent.push(what);
    const answer = await drive.fetch(input, init);
    await held.get(what);
    return answer;
  };
  const store = createDriveRemoteStore({ client: drive.clientFor("ada", { fetch }), newTargetId: () => "target" });
  const lists = () => sent.filter((what) => what === "list").length;
  return { make, folderIds, sent, hold, store, lists };
}

it("starts the first listing early, but never before the start cursor is known", async () => {
  const { folderIds, sent, hold, store, lists } = await newDevice();
  const [releaseCursor, releaseFolder] = [hold("changes/startPageToken"), hold(`files/${folderIds.app}`)];
  const [started, prepared] = [store.startCursor(), store.prepare(undefined)];
  await vi.waitFor(() => expect(sent).toContain(`files/${folderIds.app}`));
  expect(lists()).toBe(0);

  releaseCursor();
  await vi.waitFor(() => expect(lists()).toBe(1));
  releaseFolder();

  expect([(await started).ok, (await prepared).ok]).toEqual([true, true]);
  expect(await store.list(undefined)).toMatchObject({ ok: true, value: { files: [{ name: "note-1-a.json" }] } });
  expect(lists()).toBe(1);
});

it("discards a page requested before a later start cursor, and uses a page once", async () => {
  const { make, store, lists } = await newDevice();
  await Promise.all([store.startCursor(), store.prepare(undefined)]);
  await vi.waitFor(() => expect(lists()).toBe(1));
  await make({ id: "note-2-a", kind: "note", role: "notes" });
  await store.startCursor();

  for (const asked of [2, 3]) {
    const listed = await store.list(undefined);
    expect(listed.ok && listed.value.files.map(({ name }) => name).sort()).toEqual(["note-1-a.json", "note-2-a.json"]);
    expect(lists()).toBe(asked);
  }
});
