// @vitest-environment node
/** Moves local mode's Sensitive folder into an account, with the real keys of both. encryption.md 3.5 (8) (11). */
import type { AccountKeys, KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { fileSealedUnder } from "@satchel/core/model/entities/parsing/sealed-texts.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import { createStore, createUnionStore } from "@satchel/core/model/store.ts";
import type { LocalSensitive } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { createMemorySession } from "@satchel/core/testing/memory-sensitive-keys.ts";
import type { SessionApi } from "@satchel/core/vault/account/account-service-types.ts";
import { createSensitiveService, type SensitiveDeps } from "@satchel/core/vault/sensitive/sensitive-service.ts";
import { type Bytes, utf8 } from "@satchel/crypto/primitives/bytes.ts";
import type { Kdf } from "@satchel/crypto/primitives/kdf.ts";
import { describe, expect, it } from "vitest";
import { createSealingApi } from "./create-sealing-api.ts";
import type { SealingApi } from "./records/sealing-api.ts";
import { createMemoryKeyStore } from "./testing/memory-key-store.ts";

const [LOCAL, OWN] = ["of local mode 1", "of the account 1"];
const NOTE = { id: "n", title: "Diary", content: "<p>mine</p>", attachments: [] };
const FILE = { id: "file-1", bytes: Uint8Array.from([1, 2, 3]) };
const REFUSED = { ok: false, problem: { kind: "sensitive-refused" } };

/** A cheap stand-in for Argon2id, which has tests of its own: here passwords only have to differ. */
async function stretchWith(password: Bytes, { salt }: Kdf): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...password, ...utf8(salt)])));
}

/** A note sealed in local mode, and its folder. */
async function sealLocally(): Promise<{ readonly folder: LocalSensitive; readonly sealed: object; readonly file: Uint8Array }> {
  const sealing = createSealingApi(createMemoryKeyStore(), { stretchWith });
  const folder = await sealing.prepareLocalSensitive(LOCAL);
  await sealing.takeSensitive();
  const sealed = await sealing.sealSensitiveNote(NOTE.id, NOTE);
  const file = await sealing.sealLocalAttachment(FILE.id, FILE.bytes, { isSensitive: true });
  if (!folder.ok || !sealed.ok || !file.ok) throw new Error("not sealed");
  return { folder: folder.value, sealed: sealed.value, file: file.value.bytes };
}

/** An account with an open vault, and a server that keeps its key document and counts the passwords it is shown. */
async function openAccount() {
  const sealing = createSealingApi(createMemoryKeyStore(), { stretchWith });
  const prepared = await sealing.prepareRegistration("Correct horse 1");
  if (!prepared.ok) throw new Error(prepared.problem.kind);
  await sealing.install("ada@example.org", true);
  const server = {
    document: prepared.value.keys.document,
    verifiers: new Map<string, string>(),
    isAway: false,
    onAsked: async (): Promise<void> => undefined,
  };
  const entry = { entryId: "e", kdf: prepared.value.kdf, signsIn: true };
  const keys = (): AccountKeys => ({ document: server.document, entries: [entry] });
  const latest = createStore<{ readonly latest: AccountKeys | undefined; readonly followed: number }>({ latest: keys(), followed: 0 });
  const backend = {
    async getKeys() {
      await server.onAsked();
      return server.isAway ? failed({ kind: "offline" }) : ok(keys());
    },
    retiredKeys: async () => ok([]),
    async setUpSensitive(_token: string, body: Pick<KeyDocument, "sens" | "bound" | "rev"> & { sid: string; verifier: string }) {
      if (body.rev !== server.document.rev) return failed({ kind: "refused", code: "conflict", status: 409 });
      server.document = { ...server.document, rev: body.rev + 1, sens: body.sens, bound: body.bound };
      server.verifiers.set(body.sid, body.verifier);
      return ok(keys());
    },
    async authenticateSensitive(_token: string, { sid, verifier }: { sid: string; verifier: string }) {
      if (server.verifiers.get(sid) !== verifier) return failed({ kind: "refused", code: "sensitive-refused", status: 403 });
      return ok({ token: "t", expiresAt: 0 });
    },
    revokeSensitive: async () => ok(undefined),
  } as unknown as SensitiveDeps["backend"];
  const session = {
    store: createUnionStore({ kind: "signed-in", vault: "open", vaultId: server.document.vaultId, user: { email: "ada@example.org" } }),
    token: () => "session",
    inTurn: (run: () => Promise<unknown>) => run(),
    handleProblem: () => undefined,
    learn: (next: AccountKeys) => latest.setState({ latest: next, followed: 0 }),
    keys: latest,
  } as unknown as SessionApi;
  const clock = new ManualClock();
  const service = createSensitiveService({
    backend,
    keyring: sealing,
    session,
    sessionStore: createMemorySession(),
    channel: { post: () => undefined, onMessage: () => () => undefined },
    clock,
    timers: clock,
    attention: { onAwake: () => () => undefined, onHidden: () => () => undefined },
    preferences: createMemoryPreferences(),
    isLocalMode: () => false,
  });
  return { service, sealing, server, latest };
}

const read = (sealing: SealingApi, sealed: object) => sealing.openSensitiveNote(NOTE.id, sealed);

describe("encryption.md 3.5 (11) local mode's Sensitive folder joins an account", () => {
  it("keeps its password if the account has no folder, and opens its notes unchanged", async () => {
    const [{ folder, sealed }, { service, sealing, latest, server }] = [await sealLocally(), await openAccount()];
    expect(await service.join(folder, "wrong", undefined)).toEqual(REFUSED);
    expect(server.document.sens).toBeNull();
    expect(await service.join(folder, LOCAL, undefined)).toEqual({ ok: true, value: undefined });
    expect(latest.getState().latest?.document).toEqual(server.document);
    expect(service.store.getState().kind).toBe("locked");
    expect(await service.unlock(LOCAL)).toEqual({ ok: true, value: undefined });
    expect(await read(sealing, sealed)).toEqual({ ok: true, value: NOTE });
  });

  it("gets the password of the account's folder, which then opens both", async () => {
    const [{ folder, sealed }, { service, sealing, server }] = [await sealLocally(), await openAccount()];
    await service.setUp(OWN);
    const own = await sealing.sealSensitiveNote(NOTE.id, NOTE);
    await service.lock();
    const before = server.document;
    expect(await service.join(folder, LOCAL, undefined)).toEqual({ ok: false, problem: { kind: "own-refused" } });
    expect(await service.join(folder, LOCAL, "not that")).toEqual({ ok: false, problem: { kind: "own-refused" } });
    expect(await service.join(folder, OWN, OWN)).toEqual(REFUSED);
    expect(server.document).toBe(before);

    expect(await service.join(folder, LOCAL, OWN)).toEqual({ ok: true, value: undefined });
    // A repeat after an interruption finds nothing left to do.
    const after = server.document;
    expect(await service.join(folder, LOCAL, OWN)).toEqual({ ok: true, value: undefined });
    expect(server.document).toBe(after);
    expect(await service.unlock(LOCAL)).toEqual(REFUSED);
    await service.unlock(OWN);
    expect(await read(sealing, sealed)).toEqual({ ok: true, value: NOTE });
    expect(await read(sealing, own.ok ? own.value : {})).toEqual({ ok: true, value: NOTE });
  });

  it("opens at once beside an unlocked folder of the account, even after a reload", async () => {
    const [{ folder, sealed }, { service, sealing }] = [await sealLocally(), await openAccount()];
    await service.setUp(OWN);
    const own = await sealing.sealSensitiveNote(NOTE.id, NOTE);
    expect(await service.join(folder, LOCAL, OWN)).toEqual({ ok: true, value: undefined });
    expect(await read(sealing, sealed)).toEqual({ ok: true, value: NOTE });
    expect(await read(sealing, own.ok ? own.value : {})).toEqual({ ok: true, value: NOTE });
    expect(service.store.getState()).toMatchObject({ kind: "unlocked", sid: own.ok && (own.value as { kid: string }).kid });
    await service.start();
    expect(await read(sealing, sealed)).toEqual({ ok: true, value: NOTE });
  });

  it("stays locked if the user locks while the folder reopens", async () => {
    const [{ folder, sealed }, { service, sealing, server }] = [await sealLocally(), await openAccount()];
    await service.setUp(OWN);
    const before = server.document;
    // The last request is for the key that reopens the folder.
    server.onAsked = async () => (server.document === before ? undefined : service.lock());
    expect(await service.join(folder, LOCAL, OWN)).toEqual({ ok: true, value: undefined });
    expect(service.store.getState().kind).toBe("locked");
    expect(await read(sealing, sealed)).toEqual({ ok: false, problem: "locked" });
  });

  it("B4.7 opens a file that a backup brought under its seal, once joined and unlocked", async () => {
    const [{ folder, file }, { service, sealing }] = [await sealLocally(), await openAccount()];
    expect(fileSealedUnder(file)).toBe(folder.sid);
    const kept = await sealing.sealAttachment(FILE.id, file, { isSensitive: false });
    const bytes = kept.ok ? kept.value.bytes : new Uint8Array(0);
    expect(fileSealedUnder(bytes)).not.toBe(folder.sid);
    await service.join(folder, LOCAL, undefined);
    expect(await sealing.openAttachment(FILE.id, bytes, { isSensitive: true })).toEqual({ ok: false, problem: "locked" });
    await service.unlock(LOCAL);
    expect(await sealing.openAttachment(FILE.id, bytes, { isSensitive: true })).toEqual({ ok: true, value: FILE.bytes });
    expect(await sealing.openAttachment(FILE.id, bytes, { isSensitive: true, isOuterOnly: true })).toEqual({ ok: true, value: file });
    expect(await sealing.openLocalAttachment(FILE.id, file, { isSensitive: true, isOuterOnly: true })).toEqual({ ok: true, value: file });
  });

  it("writes nothing while the server is unreachable", async () => {
    const [{ folder }, { service, server }] = [await sealLocally(), await openAccount()];
    server.isAway = true;
    expect(await service.join(folder, LOCAL, undefined)).toEqual({ ok: false, problem: { kind: "unreachable" } });
    expect(server.document.sens).toBeNull();
  });
});
