// @vitest-environment node
import { DRIVE_LAYOUT } from "@satchel/core/model/limits/limits.ts";
import type { RemoteStore, RemoteTarget } from "@satchel/core/ports/remote/remote-store.ts";
import { createTestDrive, type TestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createDriveRemoteStore } from "./drive-remote-store.ts";

let drive: TestDrive;
let store: RemoteStore;
let target: RemoteTarget;
let made: number;

const newTargetId = (): string => {
  made += 1;
  return `target-${made}`;
};
const open = (user?: string) => createDriveRemoteStore({ client: drive.clientFor(user), newTargetId });
const prepared = async (from: RemoteStore, known?: RemoteTarget): Promise<RemoteTarget> => {
  const answer = await from.prepare(known);
  if (!answer.ok) throw new Error(answer.problem.kind);
  return answer.value;
};
const CHANGED = { ok: false, problem: { kind: "target-changed", what: "folder" } };

beforeEach(async () => {
  made = 0;
  drive = createTestDrive();
  store = open();
  target = await prepared(store);
});

it("B3, B9 is one folder of the drive, with the spec's four folders in it", async () => {
  const folders = await drive.clientFor().list({ q: `mimeType = '${DRIVE_LAYOUT.folderType}'`, fields: "files(id,name,parents)" });
  const found = folders.ok ? (folders.value.files ?? []) : [];
  const { app } = target.folderIds;
  expect(found.find(({ id }) => id === app)?.name).toBe("Satchel Notes (do not delete)");
  expect(found.filter(({ id }) => id !== app).map(({ name, parents }) => [name, parents])).toEqual(
    expect.arrayContaining(["notes", "attachments", "folders", "soft-delete"].map((name) => [name, [app]])),
  );
  expect(found).toHaveLength(5);
});

describe("sync.md §7.3 the app folder, at the drive server", () => {
  it.each(["app", "notes", "folders", "soft-delete", "attachments"] as const)(
    "treats a trashed folder '%s' as another target at the next start",
    async (role) => {
      await drive.clientFor().update(target.folderIds[role], { trashed: true });
      expect(await open().prepare(target)).toEqual(CHANGED);
    },
  );

  it.each([
    ["trashed", (id: string) => drive.clientFor().update(id, { trashed: true })],
    ["deleted for good", (id: string) => drive.clientFor().delete(id)],
  ] as const)("stops the feed before using it if the folder is %s while the page is open", async (_, lose) => {
    const cursor = await store.startCursor();
    await lose(target.folderIds.notes);
    expect(await store.changes(cursor.ok ? cursor.value : "")).toEqual(CHANGED);
    expect(await store.prepare(target)).toEqual(CHANGED);
  });

  it("keeps the same target after a return from the trash", async () => {
    const cursor = await store.startCursor();
    await drive.clientFor().update(target.folderIds.app, { trashed: true });
    await store.changes(cursor.ok ? cursor.value : "");
    await drive.clientFor().update(target.folderIds.app, { trashed: false });
    expect(await prepared(store, target)).toEqual(target);
    expect(await store.changes(cursor.ok ? cursor.value : "")).toMatchObject({ ok: true, value: { isLast: true } });
  });

  it("does not reuse a trashed folder that a lagging search still shows", async () => {
    await drive.clientFor().update(target.folderIds.app, { trashed: true });
    const next = await prepared(store, undefined);
    expect(next.targetId).not.toBe(target.targetId);
    expect(next.accountId).toBe(target.accountId);
  });

  it("prefers a whole library to an older unfinished one", async () => {
    drive = createTestDrive();
    const folder = async (appProperties: Record<string, string>, ...parents: string[]): Promise<string> => {
      const answer = await drive.clientFor().create({ name: "folder", mimeType: DRIVE_LAYOUT.folderType, appProperties, parents });
      if (!answer.ok || answer.value.id === undefined) throw new Error("not made");
      return answer.value.id;
    };
    const unfinished = await folder({ k: "app", t: "unfinished" });
    await folder({ k: "dir", r: "notes" }, unfinished);
    const whole = await folder({ k: "app", t: "whole" });
    for (const role of ["notes", "attachments", "folders", "soft-delete"]) await folder({ k: "dir", r: role }, whole);

    expect(await prepared(open())).toMatchObject({ targetId: "whole", folderIds: { app: whole } });
    const listed = await drive.clientFor().list({ fields: "files(id)" });
    expect(listed.ok && listed.value.files).toHaveLength(7);
  });

  it("treats another account's drive as another target", async () => {
    const users = [
      { id: "ada", email: "ada@example.org", name: "Ada" },
      { id: "grace", email: "grace@example.org", name: "Grace" },
    ];
    drive = createTestDrive({ users });
    const adas = await prepared(open("ada"));
    expect(await open("grace").prepare(adas)).toEqual({ ok: false, problem: { kind: "target-changed", what: "account" } });
  });
});
