/** The `KeyChanges` port without approvals. Stores nothing before the server has acknowledged it. encryption.md 3.5 (3)–(5) (7) (13). */
import type { KeyDocument, NewVault, Wrap } from "@satchel/contract/accounts/keys.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { DocumentChange, KeyChanges, NewPassword, RecoveryProblem } from "@satchel/core/ports/sealing/key-changes.ts";
import type { DeriveProblem } from "@satchel/core/ports/sealing/keyring.ts";
import { type Bytes, wipe } from "@satchel/crypto/primitives/bytes.ts";
import { costOfBoth, type Kdf, newKdf } from "@satchel/crypto/primitives/kdf.ts";
import { contentKeyOf, ringOf } from "@satchel/crypto/records/envelope.ts";
import { bound } from "@satchel/crypto/vault/bound-document.ts";
import { type AlsoEntry, type KeyDocument as Document, parseKeyDocument } from "@satchel/crypto/vault/key-document.ts";
import { newRecoveryKey, parseRecoveryKey, recoveryGroups, recoveryKeyText } from "@satchel/crypto/vault/recovery-key.ts";
import { openSensitiveRecords } from "@satchel/crypto/vault/sensitive-record.ts";
import { isRootOf, newRecoveryParts, openOldRoot, proofOf, sealOldRoot } from "@satchel/crypto/vault/vault.ts";
import { openForRecovery, openPendingRecovery, wrapForPassword, wrapForRecovery } from "@satchel/crypto/vault/wraps.ts";
import { guarded } from "../../indexed-db/databases/idb-problems.ts";
import { openRingWith, rootOf, toUnproved } from "../documents/device-rows.ts";
import { isVouchedFor, movePrivates, nameOfWrap, toWire, withWrap } from "../documents/key-documents.ts";
import type { DeviceRow, KeyStore } from "../documents/key-rows.ts";
import { driveCopyOf, isCopyUnder, parseDriveCopy } from "../documents/keys-json-copy.ts";
import { isBoxed } from "../documents/sensitive-documents.ts";
import type { HeldKeys, HeldPassword, Prepared } from "../held/held-keys.ts";
import type { ApprovalKeyring } from "./approval-keyring.ts";
import { newVaultUnder } from "./vault-keyring.ts";

type NotHeld = { readonly kind: "not-held" };
export class KeyChanger implements Omit<KeyChanges, keyof ApprovalKeyring> {
  constructor(
    private readonly keys: KeyStore,
    private readonly held: HeldKeys,
  ) {}

  async openWithRecoveryKey(value: KeyDocument, text: string): Promise<Result<void, RecoveryProblem>> {
    this.held.prepare(undefined);
    const document = parseKeyDocument(value);
    if (!document.ok) return failed({ kind: document.problem });
    const opened = await openByPaper(document.value, text);
    if (!opened.ok) return opened;
    const { root } = opened.value;
    const isOwn = (await isRootOf(document.value, root)) && (await isVouchedFor(document.value, root, undefined));
    if (!isOwn) return failed({ kind: "damaged" });
    this.held.prepare(opened.value);
    return ok(undefined);
  }

  /** Copies of earlier versions have no proof: that the recovery key opens one under its vault's name is what vouches for it. */
  async openDriveCopy(copy: Uint8Array, text: string): Promise<Result<void, RecoveryProblem>> {
    this.held.prepare(undefined);
    const parsed = parseDriveCopy(copy);
    if (!parsed.ok) return failed({ kind: parsed.problem });
    const opened = await openByPaper(parsed.value, text);
    if (!opened.ok) return opened;
    if (parsed.value.bound !== undefined && !(await isCopyUnder(opened.value.root, copy))) return failed({ kind: "damaged" });
    this.held.prepare(opened.value);
    return ok(undefined);
  }

  async openWithDevice(document: KeyDocument): Promise<Result<void, NotHeld | StoreProblem>> {
    this.held.prepare(undefined);
    const row = await this.#rowOf(document.vaultId);
    if (!row.ok) return row;
    const root = await rootOf(row.value);
    if (root === undefined || !(await isRootOf(document, root))) return failed({ kind: "not-held" });
    const rk = row.value.prk === undefined ? undefined : await pendingKeyOf(row.value);
    this.held.prepare({ vaultId: document.vaultId, also: document.also, root, ...(rk === undefined ? {} : { rk }) });
    return ok(undefined);
  }

  async openedRecoveryKey(): Promise<readonly string[] | undefined> {
    const { rk } = this.held.opened();
    return rk === undefined ? undefined : recoveryGroups(await recoveryKeyText(rk));
  }

  async prepareNewPassword(password: string): Promise<Result<NewPassword, DeriveProblem>> {
    const rows = await guarded(() => this.keys.read());
    const pinned = costOfBoth(rows.ok ? rows.value.current?.cost : undefined, this.held.password?.kdf);
    // Devices that know the former cost refuse a lower one.
    const kdf = { ...newKdf(), ...costOfBoth(newKdf(), pinned) };
    const derived = await this.held.derive(password, kdf);
    if (!derived.ok) return failed({ kind: derived.problem });
    const wrapped = await wrapOpened(this.held.prepared, { key: derived.value.passwordKey, kdf });
    if (this.held.prepared !== undefined) this.held.prepare(await withWrapOf(this.held.prepared, wrapped?.pw, kdf));
    const { prepared } = this.held;
    return ok({
      secret: derived.value.signInSecret,
      kdf,
      ...(wrapped === undefined ? {} : { wrapped }),
      ...(prepared === undefined ? {} : { proof: await proofOf(prepared.root) }),
    });
  }

  async prepareRecoveryKey(): Promise<readonly string[]> {
    const nextRk = newRecoveryKey();
    this.held.prepare({ ...this.held.opened(), nextRk });
    return recoveryGroups(await recoveryKeyText(nextRk));
  }

  async withRecoveryKey(document: KeyDocument): Promise<Result<DocumentChange & { readonly pw: Wrap }, { readonly kind: "damaged" }>> {
    const { root, rk, nextRk, vaultId } = this.held.opened();
    const { password } = this.held;
    if (nextRk === undefined || password === undefined) throw new Error("no recovery key is prepared");
    const parts = rk === undefined ? await besideOldPairs(document, root, nextRk) : await underSamePairs(document, root, [rk, nextRk]);
    if (parts === undefined) return failed({ kind: "damaged" });
    const pw = await wrapForPassword(password.key, { vaultId, kdf: password.kdf }, { secrets: { root, rk: nextRk } });
    this.held.prepare({ ...this.held.opened(), nextWrap: await nameOfWrap(pw) });
    return ok({ document: await nextOf(document, parts, root), proof: await proofOf(root), pw });
  }

  async takeRecoveryKey(): Promise<void> {
    const { nextRk, nextWrap, ...opened } = this.held.opened();
    if (nextRk === undefined || nextWrap === undefined) return;
    this.held.prepare({ ...opened, rk: nextRk, wrap: nextWrap });
    const rows = await guarded(() => this.keys.read());
    const row = rows.ok ? rows.value.current : undefined;
    // If the row cannot be written, the replaced wrap becomes known at the next sign-in.
    if (row?.vaultId === opened.vaultId) await guarded(() => this.keys.replace(withWrap(row, nextWrap)));
  }

  prepareFreshVault(): Promise<NewVault> {
    if (this.held.password === undefined) throw new Error("a vault is prepared without a password");
    return newVaultUnder(this.held.password, this.held);
  }

  async prepareAdoption(document: KeyDocument): Promise<Result<DocumentChange | undefined, NotHeld | StoreProblem>> {
    const rows = await guarded(() => this.keys.read());
    if (!rows.ok) return rows;
    const current = rows.value.current?.vaultId === document.vaultId ? rows.value.current : undefined;
    const root = current === undefined ? undefined : await rootOf(current);
    if (root === undefined) return failed({ kind: "not-held" });
    const also = await adopted(document, root, await olderRoots(this.held.prepared, rows.value.former));
    const isComplete = also === undefined && document.bound !== undefined;
    const next = isComplete ? undefined : await nextOf(document, { also: also ?? document.also }, root);
    const change = next === undefined ? undefined : { document: next, proof: await proofOf(root) };
    wipe(root);
    return ok(change);
  }

  async follow(document: KeyDocument): Promise<Result<void, StoreProblem>> {
    const rows = await guarded(() => this.keys.read());
    if (!rows.ok) return rows;
    const { current, former } = rows.value;
    if (current?.vaultId !== document.vaultId || (current.document?.rev ?? 0) >= document.rev) return ok(undefined);
    // Uses the row itself, because a locked vault's device still holds its root.
    const root = await rootOf(current);
    if (root !== undefined && !(await isVouchedFor(document, root, current))) {
      wipe(root);
      return ok(undefined);
    }
    const isExposed = root !== undefined && current.prk !== undefined && (await isBoxedUnder(root, document));
    const written = await this.#takeOver(document, isExposed);
    const { ring } = this.held;
    if (written.ok && ring !== undefined && root !== undefined && namesOf(current.also) !== namesOf(document.also)) {
      this.held.ring = await openRingWith(document.vaultId, root, { also: document.also, former });
    }
    if (root !== undefined) wipe(root);
    return written;
  }

  /** Updates the current row: the recovery key may have been proved while the document was checked. */
  async #takeOver(document: KeyDocument, isExposed: boolean): Promise<Result<void, StoreProblem>> {
    return guarded(async () => {
      const { current } = await this.keys.read();
      if (current?.vaultId !== document.vaultId || (current.document?.rev ?? 0) >= document.rev) return;
      await this.keys.replace({ ...(isExposed ? toUnproved(current) : current), also: document.also, document });
    });
  }

  async vouchesFor(document: KeyDocument): Promise<boolean> {
    const rows = await guarded(() => this.keys.read());
    const row = rows.ok ? rows.value.current : undefined;
    const root = row?.vaultId === document.vaultId ? await rootOf(row) : undefined;
    if (root === undefined) return true;
    const isTrue = await isVouchedFor(document, root, row);
    wipe(root);
    return isTrue;
  }

  async keptDocument(): Promise<KeyDocument | undefined> {
    const rows = await guarded(() => this.keys.read());
    const document = rows.ok ? rows.value.current?.document : undefined;
    return document === undefined ? undefined : toWire(document);
  }

  async opensVault(vaultId: string): Promise<boolean> {
    return this.held.ring?.byKid.has(vaultId) === true;
  }

  async driveCopyOf(document: KeyDocument): Promise<Uint8Array | undefined> {
    const { ring } = this.held;
    const root = ring?.current.kid === document.vaultId ? await this.#rootOf(document.vaultId) : undefined;
    if (ring === undefined || root === undefined) return undefined;
    const copy = (await this.vouchesFor(document)) ? await driveCopyOf(ring, root, document) : undefined;
    wipe(root);
    return copy;
  }

  async isDriveCopy(copy: Uint8Array): Promise<boolean> {
    const vaultId = this.held.ring?.current.kid;
    const root = vaultId === undefined ? undefined : await this.#rootOf(vaultId);
    if (root === undefined || vaultId === undefined) return false;
    const parsed = parseDriveCopy(copy);
    const isOwn = parsed.ok && parsed.value.vaultId === vaultId && (await isCopyUnder(root, copy));
    wipe(root);
    return isOwn;
  }

  async #rootOf(vaultId: string): Promise<Bytes | undefined> {
    const rows = await guarded(() => this.keys.read());
    const row = rows.ok ? rows.value.current : undefined;
    return row?.vaultId === vaultId ? rootOf(row) : undefined;
  }

  async #rowOf(vaultId: string): Promise<Result<DeviceRow, NotHeld | StoreProblem>> {
    const rows = await guarded(() => this.keys.read());
    if (!rows.ok) return rows;
    const { current, former } = rows.value;
    const row = [current, ...former].find((one) => one?.vaultId === vaultId);
    return row === undefined ? failed({ kind: "not-held" }) : ok(row);
  }
}

async function openByPaper(
  { vaultId, rec, also }: Pick<Document, "vaultId" | "rec" | "also">,
  text: string,
): Promise<Result<Prepared, RecoveryProblem>> {
  const rk = await parseRecoveryKey(text);
  if (!rk.ok) return failed({ kind: `recovery-key-${rk.problem}` });
  const root = await openForRecovery(rk.value, vaultId, rec);
  if (!root.ok) return failed({ kind: root.problem === "unknown-key" ? "recovery-key-older" : "damaged" });
  return ok({ vaultId, also, root: root.value, rk: rk.value });
}

async function wrapOpened(opened: Prepared | undefined, { key, kdf }: HeldPassword): Promise<NewPassword["wrapped"]> {
  if (opened?.rk === undefined) return undefined;
  const { root, rk, vaultId } = opened;
  return { pw: await wrapForPassword(key, { vaultId, kdf }, { secrets: { root, rk } }), proof: await proofOf(root) };
}

async function pendingKeyOf({ deviceKey, vaultId, deviceId, prk }: DeviceRow): Promise<Bytes | undefined> {
  if (prk === undefined) return undefined;
  const rk = await openPendingRecovery(deviceKey, { vaultId, deviceId }, prk);
  return rk.ok ? rk.value : undefined;
}

type Parts = Partial<Omit<Document, "v" | "vaultId" | "rev">>;

async function nextOf(document: KeyDocument, parts: Parts, root: Bytes): Promise<KeyDocument> {
  return toWire(await bound(root, "boundDocument", { ...document, ...parts, rev: document.rev + 1 }));
}

/** Keeps the wrap that opened the vault if the new password wraps nothing. */
async function withWrapOf(prepared: Prepared, pw: Wrap | undefined, kdf: Kdf): Promise<Prepared> {
  return pw === undefined ? prepared : { ...prepared, wrap: await nameOfWrap(pw), kdf };
}

/** With the old recovery key: re-wraps every private half; boxes stay unchanged. */
async function underSamePairs(document: Document, root: Bytes, [rk, nextRk]: readonly [Bytes, Bytes]): Promise<Parts | undefined> {
  const priv = await movePrivates(document, [rk, nextRk]);
  return priv === undefined ? undefined : { priv, rec: await wrapForRecovery(nextRk, document.vaultId, { root }) };
}

/** Without the old recovery key: adds a new pair, and keeps older ones that a box needs. */
async function besideOldPairs(document: Document, root: Bytes, nextRk: Bytes): Promise<Parts | undefined> {
  const parts = await newRecoveryParts(document.vaultId, { root, rk: nextRk });
  const records = await openSensitiveRecords(ringOf(await contentKeyOf(document.vaultId, root)), document.sens);
  if (!records.ok) return undefined;
  const needed = new Set(records.value.map(({ box }) => box?.pairId));
  return { ...parts, priv: [...parts.priv, ...document.priv.filter(({ pairId }) => needed.has(pairId))] };
}

async function isBoxedUnder(root: Bytes, document: KeyDocument): Promise<boolean> {
  return isBoxed(ringOf(await contentKeyOf(document.vaultId, root)), document);
}

type NamedRoot = { readonly vaultId: string; readonly root: Bytes };

/** All known older roots, including those that an older vault had adopted. */
async function olderRoots(opened: Prepared | undefined, rows: readonly DeviceRow[]): Promise<readonly NamedRoot[]> {
  const roots: NamedRoot[] = [];
  const add = async (vaultId: string, root: Bytes, also: readonly AlsoEntry[]): Promise<void> => {
    roots.push({ vaultId, root });
    const ring = ringOf(await contentKeyOf(vaultId, root));
    for (const entry of also) {
      const older = await openOldRoot(ring, entry);
      if (older.ok) roots.push(older.value);
    }
  };
  if (opened !== undefined) await add(opened.vaultId, opened.root.slice(), opened.also);
  for (const row of rows) {
    const root = await rootOf(row);
    if (root !== undefined) await add(row.vaultId, root, row.also);
  }
  return roots;
}

/** Entries for each older root, once; `undefined` if the document has them all. Wipes the roots. */
async function adopted(document: Document, root: Bytes, older: readonly NamedRoot[]): Promise<readonly AlsoEntry[] | undefined> {
  const key = await contentKeyOf(document.vaultId, root);
  const known = new Set([document.vaultId, ...document.also.map(({ vaultId }) => vaultId)]);
  const also = [...document.also];
  for (const one of older) {
    if (!known.has(one.vaultId)) also.push(await sealOldRoot(key, one));
    known.add(one.vaultId);
    wipe(one.root);
  }
  return also.length === document.also.length ? undefined : also;
}

function namesOf(also: readonly AlsoEntry[]): string {
  return also.map(({ vaultId }) => vaultId).join();
}
