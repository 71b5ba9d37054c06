// @vitest-environment node

import type { CopyTarget } from "@satchel/core/ports/remote/copy-target.ts";
import { copyKey, copyLibrary } from "@satchel/core/transfer/storage-migration/copy-service.ts";
import { createMd5 } from "@satchel/crypto/digests/stream-digests.ts";
import { createTestDrive, type TestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createDriveCopyTarget } from "./drive-copy-target.ts";
import { createDriveRemoteStore } from "./drive-remote-store.ts";

type User = "ada" | "grace";

const md5 = await createMd5();
const body = (text: string) => new TextEncoder().encode(text);

let drive: TestDrive;
let made = 0;
beforeEach(() => {
  drive = createTestDrive();
});

const newTargetId = (): string => {
  made += 1;
  return `target-${made}`;
};
const copyTarget = (user: User, isOurs = false) => createDriveCopyTarget({ client: drive.clientFor(user), newTargetId, isOurs });
const remote = (user: User) => createDriveRemoteStore({ client: drive.clientFor(user), newTargetId });

async function value<Value>(answer: Promise<{ ok: true; value: Value } | { ok: false; problem: { kind: string } }>): Promise<Value> {
  const result = await answer;
  if (!result.ok) throw new Error(result.problem.kind);
  return result.value;
}

/** Ada's library: a note, a deleted note, a folder, a pack, keys and an attachment. */
async function fill() {
  const store = remote("ada");
  const target = await value(store.prepare(undefined));
  const ids = await value(store.reserveIds(6));
  const write = { owner: "dev1", vv: { dev1: 1 }, md5: "f97c5d29941bfb1b2fdab0874906ab82" };
  await value(store.create(ids[0] ?? "", { ...write, id: "note-1", kind: "note", role: "notes", body: body("one") }));
  await value(store.create(ids[1] ?? "", { ...write, id: "note-2", kind: "note", role: "soft-delete", body: body("two") }));
  await value(store.create(ids[2] ?? "", { ...write, id: "folder-1", kind: "folder", role: "folders", body: body("three") }));
  await value(store.createPack(ids[3] ?? "", "pack-1", body("pack")));
  await value(store.createKeys(ids[4] ?? "", "vault", body("keys")));
  const image = { id: ids[5] ?? "", name: "x.bin", parents: [target.folderIds.attachments], mimeType: "application/octet-stream" };
  await value(
    drive.clientFor("ada").create(image, { content: new Uint8Array(5_000_000).fill(7), contentType: "application/octet-stream" }),
  );
  return { store, target };
}

async function move(from: CopyTarget, to: CopyTarget) {
  const source = await value(from.find(undefined));
  const target = await value(to.make(source?.targetId ?? ""));
  await value(copyLibrary({ from, to, md5, isStopped: () => false, onProgress: () => undefined }));
  return { source, target };
}

const keysOf = async (at: CopyTarget) => (await value(at.list())).map(copyKey).sort();

describe("decision 0010 a library in another drive, at the drive server", () => {
  it("has every file once, in the folder of its kind, with its marks", async () => {
    await fill();
    const [ada, grace] = [copyTarget("ada"), copyTarget("grace")];
    await move(ada, grace);
    expect(await keysOf(grace)).toEqual(await keysOf(ada));
    expect((await value(grace.list())).map(({ role }) => role).sort()).toEqual([
      "app",
      "app",
      "attachments",
      "folders",
      "notes",
      "soft-delete",
    ]);
    await move(copyTarget("ada"), copyTarget("grace"));
    expect(await value(grace.list())).toHaveLength(6);
  });

  it("is followed by every device, and the former location redirects them", async () => {
    const { store, target } = await fill();
    const cursor = await value(store.startCursor());
    const [ada, grace] = [copyTarget("ada"), copyTarget("grace")];
    const moved = await move(ada, grace);
    expect(await remote("grace").prepare(target)).toEqual({ ok: false, problem: { kind: "target-changed", what: "account" } });
    await value(grace.arrive(moved.source?.targetId ?? ""));
    await value(ada.leave(moved.target.targetId));

    const followed = await value(remote("grace").prepare(target));
    expect(followed).toMatchObject({ movedFrom: target.targetId, targetId: moved.target.targetId });
    const { movedFrom: _, ...home } = followed;
    expect(await value(remote("grace").prepare(home))).toEqual(home);
    expect(await store.changes(cursor)).toEqual({ ok: false, problem: { kind: "target-changed", what: "moved-away" } });
    expect(await remote("ada").prepare(target)).toEqual({ ok: false, problem: { kind: "target-changed", what: "moved-away" } });
    expect((await value(remote("grace").prepare(undefined))).targetId).toBe(moved.target.targetId);
    // An account that connects this drive later starts its own library.
    expect((await value(remote("ada").prepare(undefined))).targetId).not.toBe(target.targetId);
  });

  it("returns into the folder that it left", async () => {
    const { target } = await fill();
    const there = await move(copyTarget("ada"), copyTarget("grace"));
    const [ada, grace] = [copyTarget("ada"), copyTarget("grace")];
    await value(grace.find(undefined));
    await value(ada.find(undefined));
    await value(grace.arrive(target.targetId));
    await value(ada.leave(there.target.targetId));

    expect(await value(copyTarget("ada").find(undefined))).toBeUndefined();
    const back = await move(copyTarget("grace"), copyTarget("ada"));
    expect(back.target).toEqual({ targetId: target.targetId, isNew: false });
    const home = copyTarget("ada");
    await value(home.find(there.target.targetId));
    await value(home.arrive(there.target.targetId));
    expect(await value(remote("ada").prepare(target))).toEqual(target);
  });

  it.each([true, false])("removes its folder when called off, for good or into the trash (ours: %s)", async (isOurs) => {
    await fill();
    const grace = copyTarget("grace", isOurs);
    const { target } = await move(copyTarget("ada"), grace);
    expect(target.isNew).toBe(true);
    await value(grace.discard());
    expect(await value(copyTarget("grace").find(undefined))).toBeUndefined();
    const left = await value(drive.clientFor("grace").list({ q: "trashed = true", pageSize: 10 }));
    expect((left.files ?? []).length > 0).toBe(!isOurs);
  });

  it("identifies the files with the only record of a note, and the primary packs", async () => {
    const { store } = await fill();
    const ids = await value(store.reserveIds(1));
    const written = { id: "note-3", kind: "note", role: "notes", owner: "dev1", vv: { dev1: 1 }, md5: md5(body("new")) } as const;
    await value(store.create(ids[0] ?? "", { ...written, body: body("other bytes than it was announced with") }));
    const ada = copyTarget("ada");
    await value(ada.find(undefined));
    await value(ada.write({ name: "note-4.json", role: "notes", properties: {} }, body("someone's own")));
    const pack = await value(ada.writePack("primary-00000000001-dev1-AAAAAAAAAAAA", body("pack")));
    const placed = await value(ada.list());
    const recordOf = (id: string) => placed.find(({ record }) => record?.id === id)?.record;
    expect([recordOf("note-1"), recordOf("note-2")]).toEqual([
      { id: "note-1", kind: "note", isWhole: true },
      { id: "note-2", kind: "note", isWhole: false },
    ]);
    expect(recordOf("folder-1")).toMatchObject({ kind: "folder" });
    expect([recordOf("note-3")?.isWhole, recordOf("note-4")?.isWhole]).toEqual([false, false]);
    expect(placed.filter(({ packId }) => packId !== undefined).map(({ fileId }) => fileId)).toEqual([pack.fileId]);
    const { packs } = await value(store.list(undefined));
    expect(packs.map(({ fileId }) => fileId)).toContain(pack.fileId);
  });

  it("reports the free space, and describes a file by its id", async () => {
    await fill();
    const grace = copyTarget("grace");
    await value(grace.make(""));
    const { fileId } = await value(grace.write({ name: "a", role: "notes", properties: {} }, body("a")));
    expect(await value(grace.md5Of(fileId))).toBe(md5(body("a")));
    expect(await value(grace.md5Of("nothing"))).toBeUndefined();
    expect(await value(grace.freeBytes())).toSatisfy((free) => free === undefined || (free as number) > 0);
  });
});
