/**
 * Holds keys in memory: the `Keyring` port and the sealing of records over packages/crypto. Runs in the worker, or beside the caller in
 * tests and in the simulator. Raw key bytes exist only during one call; roots are wiped once they are wrapped. encryption.md 3.2–3.5.
 */

import type { AccountKeys, NewVault } from "@satchel/contract/accounts/keys.ts";
import { isEntityId } from "@satchel/contract/ids.ts";
import { type PackContent, type PackItem, splitPackRecords } from "@satchel/core/model/drive/pack.ts";
import type { UnreadableReason } from "@satchel/core/model/drive/remote-file.ts";
import type { Entity, EntityKind } from "@satchel/core/model/entities/entity.ts";
import { parseEntity } from "@satchel/core/model/entities/parsing/parse-entity.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { SealProblem } from "@satchel/core/ports/sealing/codec.ts";
import type { DeriveProblem, Installed, OpenProblem, Registration, Restored } from "@satchel/core/ports/sealing/keyring.ts";
import { wipe } from "@satchel/crypto/primitives/bytes.ts";
import { checkKdf, isCheaper, type Kdf, newKdf } from "@satchel/crypto/primitives/kdf.ts";
import { openEntity, openPack, sealEntity, sealPack } from "@satchel/crypto/records/entity-sealing.ts";
import { parseAccountKeys } from "@satchel/crypto/vault/key-document.ts";
import { recoveryGroups, recoveryKeyText } from "@satchel/crypto/vault/recovery-key.ts";
import { createVault, openVault } from "@satchel/crypto/vault/vault.ts";
import { openPendingRecovery } from "@satchel/crypto/vault/wraps.ts";
import { guarded } from "../../indexed-db/databases/idb-problems.ts";
import { openRingWith, rootOf, toDeviceRow, toInstalled } from "../documents/device-rows.ts";
import { isReplaced, isVouchedFor, nameOfWrap, toWire } from "../documents/key-documents.ts";
import type { KeyStore } from "../documents/key-rows.ts";
import { HeldKeys, type HeldPassword } from "../held/held-keys.ts";
import type { KeyringApi } from "../records/sealing-api.ts";

type Stored<Value> = Promise<Result<Value, StoreProblem>>;

export class VaultKeyring implements KeyringApi {
  constructor(
    private readonly keys: KeyStore,
    private readonly held = new HeldKeys(),
  ) {}

  async prepareRegistration(password: string): Promise<Result<Registration, DeriveProblem>> {
    const kdf = newKdf();
    const derived = await this.#derive(password, kdf);
    if (!derived.ok) return derived;
    const keys = await newVaultUnder({ key: derived.value.passwordKey, kdf }, this.held);
    return ok({ secret: derived.value.signInSecret, kdf, keys });
  }

  async deriveForSignIn(
    password: string,
    value: unknown,
    owner?: string,
  ): Promise<Result<string, DeriveProblem | { readonly kind: "kdf-refused" }>> {
    const kdf = checkKdf(value);
    if (!kdf.ok) return failed({ kind: kdf.problem });
    const rows = await guarded(() => this.keys.read());
    const row = rows.ok ? rows.value.current : undefined;
    const isOwners = owner === undefined || owner === row?.owner;
    if (isOwners && row?.cost !== undefined && isCheaper(kdf.value, row.cost)) return failed({ kind: "kdf-refused" });
    const derived = await this.#derive(password, kdf.value);
    return derived.ok ? ok(derived.value.signInSecret) : derived;
  }

  async prepareVault(): Promise<Result<NewVault, { readonly kind: "holds-a-root" } | StoreProblem>> {
    const password = this.held.password;
    if (password === undefined) throw new Error("a vault is prepared without a password");
    const rows = await guarded(() => this.keys.read());
    if (!rows.ok) return rows;
    return rows.value.current === undefined ? ok(await newVaultUnder(password, this.held)) : failed({ kind: "holds-a-root" });
  }

  async openVault(value: AccountKeys): Promise<Result<void, OpenProblem>> {
    this.held.prepare(undefined);
    const keys = parseAccountKeys(value);
    if (!keys.ok) return failed({ kind: keys.problem });
    const { document, entries } = keys.value;
    if (document === null) return failed({ kind: "no-vault" });
    const pw = entries.find((entry) => entry.pw !== undefined)?.pw;
    const { password } = this.held;
    if (password === undefined || pw === undefined || pw === null) return failed({ kind: "does-not-open" });
    const secrets = await openVault(document, password.key, { kdf: password.kdf, pw });
    if (!secrets.ok) return failed({ kind: "does-not-open" });
    const rows = await guarded(() => this.keys.read());
    const row = rows.ok ? rows.value.current : undefined;
    const wrap = await nameOfWrap(pw);
    if (isReplaced(wrap, row, document.vaultId) || !(await isVouchedFor(document, secrets.value.root, row))) {
      wipe(secrets.value.root, secrets.value.rk);
      return failed({ kind: "rolled-back" });
    }
    this.held.prepare({ vaultId: document.vaultId, also: document.also, ...secrets.value, wrap, kdf: password.kdf });
    return ok(undefined);
  }

  async install(owner: string, isRecoveryKeyNew: boolean): Stored<Installed> {
    const { prepared } = this.held;
    if (prepared === undefined) throw new Error("nothing is prepared");
    const rows = await guarded(() => this.keys.read());
    if (!rows.ok) return rows;
    const row = await toDeviceRow(prepared, owner, { current: rows.value.current, isRecoveryKeyNew });
    const former = rows.value.current?.vaultId === row.vaultId ? undefined : rows.value.current;
    const written = await guarded(() => this.keys.replace(row, former));
    if (!written.ok) return written;
    const formerRows = former === undefined ? rows.value.former : [...rows.value.former, former];
    this.held.ring = await openRingWith(prepared.vaultId, prepared.root, { also: row.also, former: formerRows });
    await this.dropPrepared();
    return ok(toInstalled(row));
  }

  async dropPrepared(): Promise<void> {
    this.held.drop();
  }

  async restore(): Stored<Restored> {
    const rows = await guarded(() => this.keys.read());
    if (!rows.ok) return rows;
    const { current, former } = rows.value;
    if (current === undefined) return ok({ kind: "none" });
    const root = await rootOf(current);
    if (root === undefined) return ok({ kind: "damaged", owner: current.owner });
    this.held.ring = await openRingWith(current.vaultId, root, { also: current.also, former });
    wipe(root);
    return ok({ kind: "open", owner: current.owner, ...toInstalled(current) });
  }

  async owner(): Stored<string | undefined> {
    const rows = await guarded(() => this.keys.read());
    return rows.ok ? ok(rows.value.current?.owner) : rows;
  }

  async pendingRecoveryKey(): Stored<readonly string[] | undefined> {
    const rows = await guarded(() => this.keys.read());
    if (!rows.ok) return rows;
    const row = rows.value.current;
    if (row?.prk === undefined) return ok(undefined);
    const rk = await openPendingRecovery(row.deviceKey, { vaultId: row.vaultId, deviceId: row.deviceId }, row.prk);
    if (!rk.ok) return ok(undefined);
    const groups = recoveryGroups(await recoveryKeyText(rk.value));
    wipe(rk.value);
    return ok(groups);
  }

  async forgetPendingRecoveryKey(): Stored<void> {
    return guarded(async () => {
      const { current } = await this.keys.read();
      if (current === undefined) return;
      const { prk: _, isUnproved: __, ...row } = current;
      await this.keys.replace(row);
    });
  }

  async lock(): Promise<void> {
    this.held.lock();
  }

  async forget(): Stored<void> {
    await this.lock();
    return guarded(() => this.keys.clear());
  }

  async seal(entity: Entity): Promise<Result<Uint8Array, SealProblem>> {
    if (this.held.ring === undefined) return failed("locked");
    if (!isEntityId(entity.id)) return failed("unsealable");
    return sealEntity(this.held.ring.current, { kind: entity.kind, id: entity.id }, { entity });
  }

  async open(kind: EntityKind, id: string, bytes: Uint8Array): Promise<Result<Entity, UnreadableReason | "locked">> {
    if (this.held.ring === undefined) return failed("locked");
    const opened = await openEntity(this.held.ring, { kind, id }, bytes);
    if (!opened.ok) return opened;
    const entity = parseEntity(kind, id, opened.value);
    return entity === undefined ? failed("damaged") : ok(entity);
  }

  async sealPack(
    packId: string,
    items: readonly PackItem[],
    opaque: readonly unknown[] = [],
  ): Promise<Result<Uint8Array, "locked" | "too-large">> {
    return this.held.ring === undefined ? failed("locked") : sealPack(this.held.ring.current, packId, { records: [...items, ...opaque] });
  }

  async openPack(packId: string, bytes: Uint8Array): Promise<Result<PackContent, UnreadableReason | "locked">> {
    if (this.held.ring === undefined) return failed("locked");
    const opened = await openPack(this.held.ring, packId, bytes);
    return opened.ok ? ok(splitPackRecords(opened.value)) : opened;
  }

  async #derive(password: string, kdf: Kdf) {
    await this.dropPrepared();
    const derived = await this.held.derive(password, kdf);
    return derived.ok ? derived : failed({ kind: derived.problem });
  }
}

/** Creates and holds a vault that is not yet this device's: nothing is sealed under it before the server has acknowledged its document. */
export async function newVaultUnder({ key, kdf }: HeldPassword, held: HeldKeys): Promise<NewVault> {
  const { document, pw, secrets } = await createVault(key, kdf);
  held.prepare({ vaultId: document.vaultId, also: [], ...secrets, wrap: await nameOfWrap(pw), kdf });
  return { document: toWire(document), pw };
}
