/** Invariants after every step of a random walk, and at its end: encryption.md 3.6. */
import { aNote } from "@satchel/core/testing/entities.ts";
import { parseB64Of } from "@satchel/crypto/primitives/bytes.ts";
import type { Kdf } from "@satchel/crypto/primitives/kdf.ts";
import { LABELS } from "@satchel/crypto/primitives/primitives.ts";
import { contentKeyOf, type Envelope, openEnvelope, ringOf } from "@satchel/crypto/records/envelope.ts";
import type { KeyDocument } from "@satchel/crypto/vault/key-document.ts";
import { derivePasswordKeys, stretch, wrapKeyFromStretched } from "@satchel/crypto/vault/password-keys.ts";
import { parseRecoveryKey } from "@satchel/crypto/vault/recovery-key.ts";
import { openSensitiveRecords, type SensitiveRecord } from "@satchel/crypto/vault/sensitive-record.ts";
import {
  openBox,
  openForDevice,
  openForPassword,
  openForRecovery,
  openPair,
  openPendingRecovery,
  openSensitive,
  type Wrap,
} from "@satchel/crypto/vault/wraps.ts";
import { expect } from "vitest";
import { cheap, createProfile, type Page } from "./browser.ts";
import { adoptAll, forget, recover, signIn } from "./random-walk-steps.ts";
import { openDevice, openVaultOf, type SimUser, unlockedOf, type World } from "./random-walk-user.ts";

type StoredVault = { readonly vaultId: string; readonly isCurrent: boolean; readonly document: KeyDocument };

async function vaultsOf({ server, user }: World): Promise<readonly StoredVault[]> {
  const { db } = server.stack();
  const account = await db.selectFrom("accounts").select("id").where("email", "=", user.email).executeTakeFirst();
  const rows = await db
    .selectFrom("vaults")
    .selectAll()
    .where("account_id", "=", account?.id ?? "")
    .execute();
  return rows.map((row) => ({ vaultId: row.vault_id, isCurrent: row.retired_at === null, document: JSON.parse(row.document) }));
}

export async function look(world: World): Promise<void> {
  const { user, devices } = world;
  const vaults = await vaultsOf(world);
  const known = vaults.map(({ vaultId }) => vaultId);
  for (const page of devices) {
    // The next page of a crashed one normalizes its state at its start.
    if (page.line.isEnded) continue;
    const [vaultId, sealed] = [openVaultOf(page), await page.codec.seal(aNote())];
    // (g) Locked, limited or signed out, the page cannot seal, so nothing is written. An open vault seals.
    expect(sealed.ok).toBe(vaultId !== undefined);
    // (d) Nothing is sealed under a vault that the server has not acknowledged.
    if (vaultId !== undefined) expect(known).toContain(vaultId);
    // Only a sign-out by the user, here or from another device, clears a device.
    expect(page.profile.cleared).toBeLessThanOrEqual(page.profile.signedOut + user.revoked);
    // (c) One vaultId, one root: whatever was sealed under it opens wherever that vault is open.
    for (const note of user.notes) {
      if (note.kid === vaultId) expect((await page.codec.open("note", note.id, note.bytes)).ok).toBe(true);
    }
    await lookAtSensitive(page, world);
  }
  // (e) No iv is used twice.
  const ivs = [
    ...user.notes.map(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes))),
    ...user.sensitiveNotes.map(({ sealed }) => sealed),
  ];
  expect(new Set(ivs.map(({ iv }) => iv)).size).toBe(ivs.length);
}

async function lookAtSensitive(page: Page, { user }: World): Promise<void> {
  // The folder locks asynchronously when a session ends, after two idle minutes, or when a password was changed elsewhere.
  await expect.poll(() => page.line.isEnded || isAsItSays(page, user), { interval: 2, timeout: 20_000 }).toBe(true);
  if (page.line.isEnded) return;
  if (unlockedOf(page) !== undefined) return void expect(openVaultOf(page)).toBeDefined();
  // (i) After a lock nothing of the session is stored, and the stored data does not reveal S even with the vault unlocked.
  expect(page.tab.session).toBeUndefined();
  await expect.poll(() => (page.line.isEnded ? [] : keptRows(page)), { interval: 2, timeout: 20_000 }).toEqual([]);
  expect(await stolenFrom(page)).toEqual([]);
}

/** (c) One sid, one S: what was sealed under it opens while it is unlocked, and nothing is sealed while it is locked. */
async function isAsItSays(page: Page, user: SimUser): Promise<boolean> {
  const sid = unlockedOf(page);
  if ((await page.keyring.sealSensitiveNote("note", {})).ok !== (sid !== undefined)) return false;
  for (const note of user.sensitiveNotes) {
    if (note.sid === sid && !(await page.keyring.openSensitiveNote(note.id, note.sealed)).ok) return false;
  }
  return true;
}

async function keptRows(page: Page): Promise<readonly unknown[]> {
  const kept: unknown[] = [];
  await page.profile.keys.forgetSessions((row) => kept.push(row) < 0);
  return kept;
}

/** Returns the folders whose S opens with the data on this device, including its newest key document. */
async function stolenFrom(page: Page): Promise<readonly string[]> {
  const { current, former } = await page.profile.keys.read();
  const stolen: string[] = [];
  for (const row of [current, ...former]) {
    if (row?.prk === undefined || row.document === undefined) continue;
    const root = await openForDevice(row.deviceKey, { vaultId: row.vaultId, deviceId: row.deviceId }, row.dev);
    const rk = await openPendingRecovery(row.deviceKey, { vaultId: row.vaultId, deviceId: row.deviceId }, row.prk);
    if (!root.ok || !rk.ok) continue;
    const records = await openSensitiveRecords(ringOf(await contentKeyOf(row.vaultId, root.value)), row.document.sens);
    for (const record of records.ok ? records.value : []) {
      if (await isOpenedBy(rk.value, row.document, record)) stolen.push(record.sid);
    }
  }
  return stolen;
}

async function isOpenedBy(
  rk: Parameters<typeof openPair>[0],
  { vaultId, priv }: KeyDocument,
  { sid, box }: SensitiveRecord,
): Promise<boolean> {
  const wrap = priv.find(({ pairId }) => pairId === box?.pairId);
  if (box === null || wrap === undefined) return false;
  const pair = await openPair(rk, vaultId, wrap);
  return pair.ok && (await openBox(pair.value, { sid, pairId: box.pairId }, box)).ok;
}

/**
 * (a) When calls succeed again, the user's remaining secrets restore every note on a fresh device. Then the copy in the drive, with the
 * recovery key, does the same without any server.
 */
export async function opensAtLast(world: World): Promise<void> {
  const { user, baseUrl } = world;
  const fresh = await openDevice(baseUrl, user);
  if ((await signIn(fresh, user)) === undefined) await forget(world, fresh);
  if (openVaultOf(fresh) === undefined) {
    await recover(fresh, user, [
      ...user.papers.toReversed().map((text) => ({ kind: "recovery-key" as const, text })),
      ...user.passwords.toReversed().map((one) => ({ kind: "password" as const, password: one })),
    ]);
  }
  expect(openVaultOf(fresh)).toBeDefined();
  await adoptAll(fresh, user);
  for (const note of user.notes) expect((await fresh.codec.open("note", note.id, note.bytes)).ok).toBe(true);
  await sensitiveOpensAtLast(fresh, user);
  await driveOpensAlone(fresh, world);
}

async function sensitiveOpensAtLast(fresh: Page, user: SimUser): Promise<void> {
  const closed = new Map(user.sensitiveNotes.map((note) => [note.id, note]));
  const openAll = async (): Promise<void> => {
    for (const [id, { sealed }] of closed) if ((await fresh.keyring.openSensitiveNote(id, sealed)).ok) closed.delete(id);
  };
  for (const password of user.sensitivePasswords.toReversed()) {
    if (closed.size > 0 && (await fresh.sensitive.unlock(password)).ok) await openAll();
  }
  for (const password of user.passwords.toReversed()) {
    if (closed.size > 0 && (await fresh.sensitive.recover({ kind: "password", password }, "quiet sea at last")).ok) await openAll();
  }
  expect([...closed.keys()]).toEqual([]);
}

async function driveOpensAlone(fresh: Page & { readonly keysJson: { keep(): Promise<void> } }, { user }: World): Promise<void> {
  await fresh.account.refresh();
  await waitForTurn(fresh);
  await fresh.keysJson.keep();
  const papers = new Set(user.papers);
  for (const password of user.passwords.toReversed()) {
    const shown = await fresh.security.showRecoveryKey(password);
    if (shown.ok) papers.add(shown.value.join(""));
  }
  const stranger = await openDevice("http://127.0.0.1:1", user, { profile: createProfile() });
  for (const { bytes } of user.drive.values()) {
    for (const paper of papers) {
      if (!(await stranger.keyring.openDriveCopy(bytes, paper)).ok) continue;
      await stranger.keyring.install(user.email, false);
      const opened = await Promise.all(user.notes.map((note) => stranger.codec.open("note", note.id, note.bytes)));
      if (opened.every(({ ok }) => ok)) return;
    }
  }
  expect.fail("drive and recovery key do not open every note");
}

/** Resolves when background work of the account has ended. */
function waitForTurn(page: Page): Promise<void> {
  return page.account.inTurn(async () => undefined);
}

/**
 * (b) In all bytes of server, mail and logs, and of the drive once a device has stored its copy there, replaced secrets open nothing of the
 * current vault. (i) They contain no typed password and no word of a sensitive note.
 */
export async function retiredOpenNothing(world: World, withDrive: boolean): Promise<void> {
  const { server, user, devices } = world;
  const copies = withDrive ? [...user.drive.values()].map((file) => Buffer.from(file.bytes)) : [];
  const bytes = Buffer.concat([await server.everyByte(), ...copies]);
  const text = bytes.toString("latin1");
  for (const word of [...user.passwords, ...user.sensitivePasswords, "Diary"]) expect(text.includes(word), word).toBe(false);
  const current = (await vaultsOf(world)).find(({ isCurrent }) => isCurrent);
  if (current === undefined) return;
  const { vaultId } = current;
  const wraps = wrapsIn(text);
  for (const kdf of kdfsIn(text)) {
    for (const password of user.retiredPasswords) {
      const keys = await derivePasswordKeys(password, kdf, cheap);
      if (!keys.ok) throw new Error(keys.problem);
      for (const wrap of wraps) {
        expect((await openForPassword(keys.value.passwordKey, { vaultId, kdf }, wrap)).ok, `${password} was replaced`).toBe(false);
      }
    }
  }
  for (const paper of user.retiredPapers) {
    const rk = await parseRecoveryKey(paper);
    if (!rk.ok) throw new Error(rk.problem);
    for (const wrap of wraps.filter(isRecoveryWrap)) {
      expect((await openForRecovery(rk.value, vaultId, wrap)).ok, "a replaced recovery key").toBe(false);
    }
  }
  await retiredSensitiveOpenNothing(vaultId, user, { envelopes: envelopesIn(text, vaultId), devices });
}

/** Replaced sensitive passwords open nothing, even with the vault unlocked. */
async function retiredSensitiveOpenNothing(
  vaultId: string,
  user: SimUser,
  { envelopes, devices }: { readonly envelopes: readonly Envelope[]; readonly devices: readonly Page[] },
): Promise<void> {
  for (const page of devices) {
    const { current } = await page.profile.keys.read();
    const root =
      current?.vaultId === vaultId
        ? await openForDevice(current.deviceKey, { vaultId, deviceId: current.deviceId }, current.dev)
        : undefined;
    if (!root?.ok) continue;
    const ring = ringOf(await contentKeyOf(vaultId, root.value));
    for (const envelope of envelopes) {
      const opened = await openEnvelope(ring, { kind: "sens", id: vaultId }, envelope);
      const records = opened.ok ? (opened.value.folders as readonly SensitiveRecord[]) : [];
      for (const { sid, kdf, spw } of records) {
        for (const password of user.retiredSensitive) {
          const stretched = await stretch(password, kdf, cheap);
          if (!stretched.ok) throw new Error(stretched.problem);
          const key = await wrapKeyFromStretched(stretched.value, LABELS.wrapSensitive);
          expect((await openSensitive(key, { sid, kdf }, spw)).ok, `${password} was replaced`).toBe(false);
        }
      }
    }
    return;
  }
}

type RecoveryWrap = Wrap & { readonly rkId: string };

/** Returns all innermost JSON objects, wherever they are in the bytes. */
function objectsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  return [...new Set(text.match(/\{"[^{}]{10,200000}\}/g))].flatMap((one) => {
    try {
      return [JSON.parse(one)];
    } catch {
      return [];
    }
  });
}

function wrapsIn(text: string): readonly Wrap[] {
  return objectsIn(text).filter(
    (one): one is Wrap => parseB64Of(one.iv, 12) !== undefined && typeof one.ct === "string" && one.kid === undefined,
  );
}

function isRecoveryWrap(wrap: Wrap): wrap is RecoveryWrap {
  return "rkId" in wrap;
}

function kdfsIn(text: string): readonly Kdf[] {
  return objectsIn(text).filter((one): one is Kdf => one.alg === "argon2id");
}

function envelopesIn(text: string, kid: string): readonly Envelope[] {
  return objectsIn(text).filter((one): one is Envelope => one.alg === "A256GCM" && one.kid === kid);
}
