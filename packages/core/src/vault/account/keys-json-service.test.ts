import type { AccountKeys, KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { describe, expect, it } from "vitest";
import { failed, ok } from "../../model/result.ts";
import { createStore } from "../../model/store.ts";
import type { KeysRemote } from "../../ports/remote/remote-store.ts";
import { createKeysJsonService } from "./keys-json-service.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const copyOf = (vaultId: string, rev: number) => bytesOf(JSON.stringify({ v: 1, vaultId, rev }));
const documentOf = (rev: number) => ({ v: 1, vaultId: "mine", rev }) as unknown as KeyDocument;

function atDrive(files: Readonly<Record<string, readonly [vaultId: string, body: Uint8Array]>> = {}) {
  const drive = new Map(Object.entries(files));
  const world = { drive, isDown: false, calls: 0, currentTarget: "first" };
  let made = 0;
  const guard = <Value>(act: () => Value) => {
    world.calls += 1;
    return world.isDown ? failed({ kind: "offline" } as const) : ok(act());
  };
  const remote: KeysRemote = {
    listKeys: async () => guard(() => [...drive].map(([fileId, [vaultId]]) => ({ fileId, vaultId }))),
    download: async (fileId) => guard(() => drive.get(fileId)?.[1] ?? new Uint8Array()),
    reserveIds: async () =>
      guard(() => {
        made += 1;
        return [`new-${made}`];
      }),
    createKeys: async (fileId, vaultId, body) => guard(() => void drive.set(fileId, [vaultId, body])),
    deleteKeys: async (fileId) => guard(() => void drive.delete(fileId)),
  };
  const keys = createStore<{ latest: AccountKeys | undefined }>({ latest: undefined });
  const keyring = {
    driveCopyOf: async (document: KeyDocument) => copyOf(document.vaultId, document.rev),
    isDriveCopy: async (bytes: Uint8Array) => !String.fromCharCode(...bytes).includes("forged"),
  };
  const learn = (rev: number) => keys.setState({ latest: { document: documentOf(rev), entries: [] } });
  return {
    ...world,
    world,
    learn,
    service: createKeysJsonService({ remote, keyring, keys, currentTarget: () => world.currentTarget }),
    ids: () => [...drive.keys()],
  };
}

describe("encryption.md 3.4 keys.json", () => {
  it("creates a copy if there is none, once", async () => {
    const { service, learn, ids, world } = atDrive();
    await service.keep();
    expect(ids()).toEqual([]);
    learn(1);
    await service.keep();
    expect(ids()).toEqual(["new-1"]);
    const { calls } = world;
    await service.keep();
    expect(world.calls).toBe(calls);
  });

  it("creates one in the next storage too when the user chooses another drive", async () => {
    const { service, learn, ids, world } = atDrive();
    learn(1);
    await service.keep();
    world.drive.clear();
    await service.keep();
    expect(ids()).toEqual([]);
    world.currentTarget = "second";
    await service.keep();
    expect(ids()).toEqual(["new-2"]);
  });

  it("replaces an older copy, which is deleted permanently", async () => {
    const { service, learn, ids } = atDrive({ a: ["mine", copyOf("mine", 1)], b: ["mine", copyOf("mine", 2)] });
    learn(3);
    await service.keep();
    expect(ids()).toEqual(["new-1"]);
  });

  it("leaves copies of the same or a higher revision, foreign and broken ones alone", async () => {
    const files = {
      same: ["mine", copyOf("mine", 3)],
      theirs: ["theirs", copyOf("theirs", 1)],
      garbled: ["mine", bytesOf("{")],
      lying: ["mine", copyOf("theirs", 9)],
      binary: ["mine", Uint8Array.of(255, 254)],
    } as const;
    const { service, learn, ids } = atDrive(files);
    learn(3);
    await service.keep();
    expect(ids()).toEqual(Object.keys(files));
  });

  it("ignores a broken copy", async () => {
    const { service, learn, ids } = atDrive({ garbled: ["mine", bytesOf("what")] });
    learn(1);
    await service.keep();
    expect(ids()).toEqual(["garbled", "new-1"]);
  });

  it("ignores forged copies of the same or a newer revision", async () => {
    const forged = (rev: number) => bytesOf(JSON.stringify({ v: 1, vaultId: "mine", rev, forged: true }));
    const { service, learn, ids } = atDrive({ newer: ["mine", forged(9)], same: ["mine", forged(2)], older: ["mine", copyOf("mine", 1)] });
    learn(2);
    await service.keep();
    expect(ids()).toEqual(["newer", "same", "new-1"]);
  });

  it("leaves a genuine newer copy in place", async () => {
    const { service, learn, ids } = atDrive({ newer: ["mine", copyOf("mine", 3)], older: ["mine", copyOf("mine", 1)] });
    learn(2);
    await service.keep();
    expect(ids()).toEqual(["newer"]);
  });

  it("does nothing while the drive is unreachable, and retries in the next cycle", async () => {
    const { service, learn, ids, world } = atDrive();
    const down = atDrive();
    down.learn(1);
    down.world.isDown = true;
    learn(1);
    await service.keep();
    await service.keep();
    expect(ids()).toHaveLength(1);
    expect(world.isDown).toBe(false);
    await down.service.keep();
    expect(down.ids()).toEqual([]);
  });

  it("returns every copy for the holder of a recovery key", async () => {
    const { service } = atDrive({ a: ["mine", copyOf("mine", 1)], b: ["theirs", copyOf("theirs", 1)] });
    expect(await service.copies()).toHaveLength(2);
  });
});
