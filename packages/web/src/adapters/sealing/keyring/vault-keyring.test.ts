// @vitest-environment node
import "fake-indexeddb/auto";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import { KEYS_DATABASE } from "@satchel/core/model/storage-keys.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { describeKeyring } from "@satchel/core/testing/keyring-contract.ts";
import { parseUtf8, utf8 } from "@satchel/crypto/primitives/bytes.ts";
import { sealEntity } from "@satchel/crypto/records/entity-sealing.ts";
import { contentKeyOf } from "@satchel/crypto/records/envelope.ts";
import { createVault } from "@satchel/crypto/vault/vault.ts";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { connectCalls } from "../../workers/calls.ts";
import type { StartedWorker } from "../../workers/worker-client.ts";
import { createSealingApi } from "../create-sealing-api.ts";
import { createIndexedKeyStore } from "../documents/key-database.ts";
import type { KeyStore } from "../documents/key-rows.ts";
import type { SealingApi } from "../records/sealing-api.ts";
import { createDirectSealing } from "../testing/direct-sealing.ts";
import { createMemoryKeyStore } from "../testing/memory-key-store.ts";
import { createSealingClient } from "../worker-sealing.ts";

const ADA = "ada@example.org";
const PASSWORD = "Correct horse 1";

function deniable(store: KeyStore): { readonly store: KeyStore; readonly deny: (isDenied: boolean) => void } {
  let isDenied = false;
  const guard = <Value>(act: () => Promise<Value>) => (isDenied ? Promise.reject(new DOMException("denied", "SecurityError")) : act());
  return {
    deny: (denied) => {
      isDenied = denied;
    },
    store: {
      read: () => guard(() => store.read()),
      replace: (current, former) => guard(() => store.replace(current, former)),
      readSessions: (name) => guard(() => store.readSessions(name)),
      addSessions: (rows) => guard(() => store.addSessions(rows)),
      replaceSessions: (rows) => guard(() => store.replaceSessions(rows)),
      forgetSessions: (isOver) => guard(() => store.forgetSessions(isOver)),
      clear: () => guard(() => store.clear()),
    },
  };
}

/** Both ends of a worker in one process: all data is cloned, as between threads. */
function behindWorker(sealing: SealingApi): SealingApi {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1);
  connectCalls(port2 as unknown as StartedWorker, { ours: sealing });
  port1.start();
  port2.start();
  return createSealingClient(port1 as unknown as StartedWorker);
}

const ports: MessagePort[] = [];
afterAll(() => {
  for (const port of ports) port.close();
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describeKeyring("sealing over IndexedDB, behind a worker", async () => {
  globalThis.indexedDB = new IDBFactory();
  const { store, deny } = deniable(createIndexedKeyStore());
  return { keyring: behindWorker(createSealingApi(store)), reload: async () => createSealingApi(createIndexedKeyStore()), deny };
});

async function register(sealing: SealingApi) {
  const prepared = await sealing.prepareRegistration(PASSWORD);
  if (!prepared.ok) throw new Error(prepared.problem.kind);
  await sealing.install(ADA, true);
  return prepared.value;
}

const sealed = async (sealing: SealingApi, entity: Entity) => {
  const answer = await sealing.seal(entity);
  if (!answer.ok) throw new Error(answer.problem);
  return answer.value;
};

describe("encryption.md 3.3 sealing of records", () => {
  const note = aNote({ title: "Grüße 世界", content: "<p>👩‍👩‍👧 secret</p>" });

  it("seals and opens only with a key, and under an acknowledged vault", async () => {
    const sealing = createSealingApi(createMemoryKeyStore());
    const locked = { ok: false, problem: "locked" };
    expect(await sealing.seal(note)).toEqual(locked);
    await sealing.prepareRegistration(PASSWORD);
    expect(await sealing.seal(note)).toEqual(locked);
    await sealing.install(ADA, true);
    const bytes = await sealed(sealing, note);
    await sealing.lock();
    expect(await sealing.seal(note)).toEqual(locked);
    expect(await sealing.open("note", note.id, bytes)).toEqual(locked);
    await sealing.restore();
    expect(await sealing.open("note", note.id, bytes)).toEqual({ ok: true, value: note });
  });

  it("opens on one device what another sealed, behind a worker too", async () => {
    const first = createSealingApi(createMemoryKeyStore());
    const made = await register(first);
    const second = behindWorker(createSealingApi(createMemoryKeyStore()));
    await second.deriveForSignIn(PASSWORD, made.kdf);
    await second.openVault({ document: made.keys.document, entries: [{ entryId: "e", kdf: made.kdf, signsIn: true, pw: made.keys.pw }] });
    await second.install(ADA, false);
    for (const entity of [note, aFolder()]) {
      expect(await second.open(entity.kind, entity.id, await sealed(first, entity))).toEqual({ ok: true, value: entity });
      expect(await first.open(entity.kind, entity.id, await sealed(second, entity))).toEqual({ ok: true, value: entity });
    }
    const text = new TextDecoder().decode(await sealed(second, note));
    for (const word of ["Grüße", "secret", "世界"]) expect(text).not.toContain(word);
  });

  it("distinguishes refusals, and never throws", async () => {
    const sealing = createSealingApi(createMemoryKeyStore());
    await register(sealing);
    const bytes = await sealed(sealing, note);
    const envelope = JSON.parse(parseUtf8(bytes) ?? "");
    const changed = (change: object) => sealing.open("note", note.id, utf8(JSON.stringify({ ...envelope, ...change })));
    expect(await changed({ v: 2 })).toEqual({ ok: false, problem: "unknown-version" });
    expect(await changed({ kid: "AAAAAAAAAAA" })).toEqual({ ok: false, problem: "unknown-key" });
    expect(await changed({ ct: envelope.ct.slice(4) })).toEqual({ ok: false, problem: "damaged" });
    expect(await sealing.open("folder", note.id, bytes)).toEqual({ ok: false, problem: "damaged" });
    expect(await sealing.open("note", "note-other", bytes)).toEqual({ ok: false, problem: "damaged" });
    expect(await sealing.open("note", note.id, new Uint8Array())).toEqual({ ok: false, problem: "damaged" });
  });

  it("reports a genuine envelope without a whole record as damaged", async () => {
    const store = createMemoryKeyStore();
    const sealing = createSealingApi(store);
    const made = await register(sealing);
    const key = await import("@satchel/crypto/vault/password-keys.ts").then(({ derivePasswordKeys }) =>
      derivePasswordKeys(PASSWORD, made.kdf),
    );
    const { openVault } = await import("@satchel/crypto/vault/vault.ts");
    if (!key.ok) throw new Error(key.problem);
    const secrets = await openVault(made.keys.document, key.value.passwordKey, { kdf: made.kdf, pw: made.keys.pw });
    if (!secrets.ok) throw new Error(secrets.problem);
    const contentKey = await contentKeyOf(made.keys.document.vaultId, secrets.value.root);
    const bytes = await sealEntity(contentKey, { kind: "note", id: "n" }, { entity: { id: "n", kind: "note", title: "half" } });
    expect(await sealing.open("note", "n", bytes.ok ? bytes.value : new Uint8Array())).toEqual({ ok: false, problem: "damaged" });
  });

  it("refuses to seal a record that other devices could not open", async () => {
    const sealing = createSealingApi(createMemoryKeyStore());
    await register(sealing);
    expect(await sealing.seal({ ...note, content: "x".repeat(64 * 1024 * 1024) })).toEqual({ ok: false, problem: "too-large" });
  });

  it("prints MD5 as drives do", async () => {
    const { codec } = await createDirectSealing();
    expect(codec.md5(utf8("abc"))).toBe("900150983cd24fb0d6963f7d28e17f72");
    expect(codec.md5(new Uint8Array())).toBe("d41d8cd98f00b204e9800998ecf8427e");
  });
});

describe("encryption.md 3.2 what the device keeps", () => {
  it("does not store any byte that opens a vault: the device key is not extractable", async () => {
    const sealing = createSealingApi(createIndexedKeyStore());
    await register(sealing);
    const { current } = await createIndexedKeyStore().read();
    if (current === undefined) throw new Error("nothing was kept");
    await expect(crypto.subtle.exportKey("raw", current.deviceKey)).rejects.toThrow();
    expect(current.deviceKey.extractable).toBe(false);
    expect(Object.keys(current).sort()).toEqual(["also", "cost", "dev", "deviceId", "deviceKey", "owner", "prk", "vaultId", "wraps"]);
    expect(Object.keys(current.dev).sort()).toEqual(["ct", "iv"]);
    // Names of the password's wraps, which identify a replaced one; not the wraps, on which passwords could be guessed.
    for (const name of current.wraps ?? []) expect(name).toMatch(/^[\w-]{43}$/);
  });

  it("still opens the files of a replaced vault", async () => {
    const store = createIndexedKeyStore();
    const sealing = createSealingApi(store);
    await register(sealing);
    const old = await sealed(sealing, aNote());
    await register(sealing);
    expect(await sealing.open("note", aNote().id, old)).toEqual({ ok: true, value: aNote() });
    const reloaded = createSealingApi(createIndexedKeyStore());
    await reloaded.restore();
    expect(await reloaded.open("note", aNote().id, old)).toEqual({ ok: true, value: aNote() });
    const kids = [old, await sealed(reloaded, aNote())].map((bytes) => JSON.parse(parseUtf8(bytes) ?? "").kid);
    expect(new Set(kids).size).toBe(2);
  });

  it("opens older roots of the key document offline too", async () => {
    const store = createMemoryKeyStore();
    const sealing = createSealingApi(store);
    const made = await register(sealing);
    const { derivePasswordKeys } = await import("@satchel/crypto/vault/password-keys.ts");
    const { bound } = await import("@satchel/crypto/vault/bound-document.ts");
    const { openVault, sealOldRoot } = await import("@satchel/crypto/vault/vault.ts");
    const derived = await derivePasswordKeys(PASSWORD, made.kdf);
    if (!derived.ok) throw new Error(derived.problem);
    const { passwordKey } = derived.value;
    const secrets = await openVault(made.keys.document, passwordKey, { kdf: made.kdf, pw: made.keys.pw });
    if (!secrets.ok) throw new Error(secrets.problem);
    const older = await createVault(passwordKey, made.kdf);
    const oldKey = await contentKeyOf(older.document.vaultId, older.secrets.root);
    const current = await contentKeyOf(made.keys.document.vaultId, secrets.value.root);
    const also = [await sealOldRoot(current, { vaultId: older.document.vaultId, root: older.secrets.root })];
    await sealing.deriveForSignIn(PASSWORD, made.kdf);
    const entry = { entryId: "e", kdf: made.kdf, signsIn: true, pw: made.keys.pw };
    const document = await bound(secrets.value.root, "boundDocument", { ...made.keys.document, rev: 2, also });
    await sealing.openVault({ document, entries: [entry] });
    await sealing.install(ADA, false);
    const bytes = await sealEntity(oldKey, { kind: "note", id: aNote().id }, { entity: aNote() });
    const reloaded = createSealingApi(store);
    await reloaded.restore();
    expect(await reloaded.open("note", aNote().id, bytes.ok ? bytes.value : new Uint8Array())).toEqual({ ok: true, value: aNote() });
  });

  it("reports a key row that does not open, and keeps it", async () => {
    const store = createMemoryKeyStore();
    await register(createSealingApi(store));
    const { current } = await store.read();
    if (current === undefined) throw new Error("nothing was kept");
    await store.replace({ ...current, deviceId: "AAAAAAAAAAA" });
    const sealing = createSealingApi(store);
    expect(await sealing.restore()).toEqual({ ok: true, value: { kind: "damaged", owner: ADA } });
    expect(await sealing.seal(aNote())).toEqual({ ok: false, problem: "locked" });
    expect((await store.read()).current).toBeDefined();
  });

  it("survives the removal of the database by another tab, and reopens it", async () => {
    const store = createIndexedKeyStore();
    await register(createSealingApi(store));
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(KEYS_DATABASE.name);
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    expect(await createSealingApi(store).restore()).toEqual({ ok: true, value: { kind: "none" } });
  });
});

describe("keys.md 8 pinned cost of the password", () => {
  const cheap = { stretchWith: async (password: Uint8Array) => new Uint8Array(32).fill(password.length) };
  const strong = { alg: "argon2id", m: 262_144, t: 4, p: 1, salt: "AAAAAAAAAAAAAAAAAAAAAA" } as const;
  const opened = async () => {
    const sealing = createSealingApi(createMemoryKeyStore(), cheap);
    await sealing.deriveForSignIn(PASSWORD, strong);
    await sealing.prepareVault();
    await sealing.install(ADA, true);
    return sealing;
  };

  it.each([{ m: 65_536 }, { t: 3 }, { m: 1_048_576, t: 3 }])("refuses cheaper parameters than before: %o", async (lower) => {
    const sealing = await opened();
    const refused = { ok: false, problem: { kind: "kdf-refused" } };
    expect(await sealing.deriveForSignIn(PASSWORD, { ...strong, ...lower })).toEqual(refused);
    expect(await sealing.deriveForSignIn(PASSWORD, { ...strong, ...lower }, ADA)).toEqual(refused);
  });

  it("accepts equal and higher parameters, and any in bounds for another account", async () => {
    const sealing = await opened();
    for (const kdf of [strong, { ...strong, m: 524_288 }, { ...strong, t: 5 }]) {
      expect(await sealing.deriveForSignIn(PASSWORD, kdf, ADA)).toMatchObject({ ok: true });
    }
    expect(await sealing.deriveForSignIn(PASSWORD, { ...strong, m: 65_536 }, "other@example.org")).toMatchObject({ ok: true });
  });

  it("gives a new password at least the cost of the former one", async () => {
    expect(await (await opened()).prepareNewPassword("Another horse 2")).toMatchObject({ ok: true, value: { kdf: { m: 262_144, t: 4 } } });
  });
});

describe("the client of the keys' worker", () => {
  it("reports a broken invariant to its own call only", async () => {
    const client = behindWorker(createSealingApi(createMemoryKeyStore()));
    const [installed, owner] = await Promise.allSettled([client.install(ADA, true), client.owner()]);
    expect(installed).toMatchObject({ status: "rejected", reason: new Error("nothing is prepared") });
    expect(owner).toMatchObject({ status: "fulfilled" });
  });

  it("rejects pending calls when the worker dies", async () => {
    let die: (event: Event) => void = () => undefined;
    const client = createSealingClient({
      postMessage: () => undefined,
      terminate: () => undefined,
      addEventListener(type: string, listener: unknown) {
        if (type === "error") die = listener as (event: Event) => void;
      },
    });
    const waiting = client.restore();
    die(new Event("error"));
    await expect(waiting).rejects.toThrow("stopped");
    await expect(client.seal(aNote())).rejects.toThrow("stopped");
  });
});
