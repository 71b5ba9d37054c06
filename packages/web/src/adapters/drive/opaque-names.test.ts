// @vitest-environment node
import type { FileWrite, RemoteStore } from "@satchel/core/ports/remote/remote-store.ts";
import type { FileNameCodec } from "@satchel/core/ports/sealing/file-name-codec.ts";
import { describeRemoteStore } from "@satchel/core/testing/remote-store-contract.ts";
import { fileNameKeyOf, openFileName, sealFileName } from "@satchel/crypto/records/file-names.ts";
import { createTestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { describe, expect, it } from "vitest";
import { createDriveRemoteStore } from "./drive-remote-store.ts";
import { withOpaqueNames } from "./opaque-names.ts";

const key = await fileNameKeyOf(Uint8Array.from({ length: 32 }, (_, at) => at));

function codecOf(keys: { isLocked: boolean } = { isLocked: false }): FileNameCodec {
  const locked = { ok: false, problem: "locked" } as const;
  return {
    sealNames: async (ids) => (keys.isLocked ? locked : { ok: true, value: ids.map((id) => sealFileName(key, id)) }),
    openNames: async (names) => (keys.isLocked ? locked : { ok: true, value: names.map((name) => openFileName([key], name)) }),
  };
}

describeRemoteStore("drive server with encrypted names", async () => {
  const drive = createTestDrive();
  let made = 0;
  const open = () => {
    made += 1;
    return createDriveRemoteStore({ client: withOpaqueNames(drive.clientFor(), codecOf()), newTargetId: () => `target-${made}` });
  };
  return { store: open(), another: open };
});

const BODY = { body: new Uint8Array([1, 2, 3]), md5: "5289df737df57326fcdd22597afb1fac" };
const NOTE = { id: "note-1700000000000-abc123def", kind: "note", role: "notes" } as const;
const FOLDER = { id: "folder-sensitive-1700000000001", kind: "folder", role: "folders" } as const;

async function prepared(store: RemoteStore): Promise<RemoteStore> {
  const answer = await store.prepare(undefined);
  if (!answer.ok) throw new Error(answer.problem.kind);
  return store;
}

async function create(store: RemoteStore, write: Pick<FileWrite, "id" | "kind" | "role">): Promise<string> {
  const ids = await store.reserveIds(1);
  const [fileId = ""] = ids.ok ? ids.value : [];
  expect((await store.create(fileId, { ...BODY, owner: "device", vv: { device: 1 }, ...write })).ok).toBe(true);
  return fileId;
}

const idsIn = async (store: RemoteStore): Promise<readonly unknown[]> => {
  const page = await store.list(undefined);
  return page.ok ? page.value.files.map(({ name, properties }) => [name, properties?.id]) : [page.problem];
};

/** A drive with an app of an earlier version (`older`), one of this version (`store`), and all that the drive was sent. */
async function twoVersions(keys = { isLocked: false }) {
  const drive = createTestDrive();
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input as string, init);
    sent.push(request.url, await request.text());
    return drive.fetch(input, init);
  };
  const client = withOpaqueNames(drive.clientFor("ada", { fetch }), codecOf(keys));
  const store = await prepared(createDriveRemoteStore({ client, newTargetId: () => "target" }));
  const older = await prepared(createDriveRemoteStore({ client: drive.clientFor("ada"), newTargetId: () => "target" }));
  const raw = async (fileId: string) => {
    const answer = await drive.clientFor("ada").get(fileId, { fields: "name,appProperties,md5Checksum" });
    if (!answer.ok) throw new Error(answer.problem.kind);
    return answer.value;
  };
  return { client, store, older, raw, sent };
}

describe("A client that encrypts names", () => {
  it("sends neither an id nor the kind of a folder, and lists both", async () => {
    const { store, sent } = await twoVersions();
    await create(store, NOTE);
    await create(store, FOLDER);
    expect(sent.join("\n")).not.toMatch(/1700000000000|1700000000001|abc123def|sensitive/);
    expect(await idsIn(store)).toEqual(
      expect.arrayContaining([
        [`${NOTE.id}.json`, NOTE.id],
        [`${FOLDER.id}.json`, FOLDER.id],
      ]),
    );
  });

  it("reads a file that an earlier version wrote, and hides its id with its next write", async () => {
    const { store, older, raw } = await twoVersions();
    const fileId = await create(older, NOTE);
    expect(await idsIn(store)).toEqual([[`${NOTE.id}.json`, NOTE.id]]);
    await store.update(fileId, { ...BODY, ...NOTE, owner: "device", vv: { device: 2 } }, undefined);
    expect(JSON.stringify(await raw(fileId))).not.toContain(NOTE.id);
    expect(await idsIn(store)).toEqual([[`${NOTE.id}.json`, NOTE.id]]);
  });

  it("keeps its name when an earlier version writes the id beside it", async () => {
    const { store, older, raw } = await twoVersions();
    const fileId = await create(store, NOTE);
    await older.update(fileId, { ...BODY, ...NOTE, owner: "device", vv: { device: 2 } }, undefined);
    expect((await raw(fileId)).appProperties).toMatchObject({ n: NOTE.id, e: sealFileName(key, NOTE.id) });
    expect(await idsIn(store)).toEqual([[`${NOTE.id}.json`, NOTE.id]]);
  });

  it("renames listed files in the given number and changes nothing but their names", async () => {
    const { client, store, older, raw } = await twoVersions();
    const files = [await create(older, NOTE), await create(older, FOLDER), await create(older, { ...NOTE, id: "note-3" })];
    await idsIn(store);
    const before = await Promise.all(files.map(raw));
    expect([await client.hideNames(2), await client.hideNames(2), await client.hideNames(2)]).toEqual([2, 1, 0]);
    const after = await Promise.all(files.map(raw));
    expect(JSON.stringify(after)).not.toMatch(/note-|folder-/);
    for (const [at, file] of after.entries()) {
      expect(file.md5Checksum).toBe(before[at]?.md5Checksum);
      const { n: _, ...rest } = before[at]?.appProperties ?? {};
      expect(file.appProperties).toMatchObject(rest);
    }
    expect((await idsIn(store)).flat()).toEqual(expect.arrayContaining([NOTE.id, FOLDER.id, "note-3"]));
  });

  it("sends nothing and believes nothing while the vault is locked", async () => {
    const keys = { isLocked: false };
    const { store, sent } = await twoVersions(keys);
    await create(store, NOTE);
    const fresh = await twoVersions(keys);
    keys.isLocked = true;
    sent.length = 0;
    const ids = await fresh.store.reserveIds(1);
    const answer = await fresh.store.create(ids.ok ? (ids.value[0] ?? "") : "", { ...BODY, ...NOTE, owner: "d", vv: { d: 1 } });
    expect(answer).toMatchObject({ ok: false, problem: { kind: "answer-lost" } });
    expect(fresh.sent.join()).not.toContain("multipart");
  });

  it("takes a name that no key opens for a file of foreign origin", async () => {
    const drive = createTestDrive();
    const strange = await fileNameKeyOf(new Uint8Array(32).fill(9));
    const theirs: FileNameCodec = {
      sealNames: async (ids) => ({ ok: true, value: ids.map((id) => sealFileName(strange, id)) }),
      openNames: async (names) => ({ ok: true, value: names.map((name) => openFileName([strange], name)) }),
    };
    const other = await prepared(
      createDriveRemoteStore({ client: withOpaqueNames(drive.clientFor(), theirs), newTargetId: () => "target" }),
    );
    await create(other, NOTE);
    const store = await prepared(
      createDriveRemoteStore({ client: withOpaqueNames(drive.clientFor(), codecOf()), newTargetId: () => "target" }),
    );
    expect(await idsIn(store)).toEqual([[`${sealFileName(strange, NOTE.id)}.json`, undefined]]);
  });
});
