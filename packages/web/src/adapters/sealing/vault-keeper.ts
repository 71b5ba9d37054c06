/**
 * Holds keys in memory and answers for them: the `Keyring` port and the sealing of records over packages/crypto. Runs in the worker, or
 * beside the caller in tests and in the simulator. Raw key bytes live only inside one call; roots are wiped as soon as they are wrapped.
 * encryption.md 3.2–3.5.
 */
import type { AccountKeys, NewVault } from "@satchel/contract/keys.ts";
import type { DeriveProblem, Installed, OpenProblem, Registration, Restored } from "@satchel/core/ports/keyring.ts";
import type { StoreProblem } from "@satchel/core/ports/local-store.ts";
import { failed, ok, type Result } from "@satchel/core/result.ts";
import type { Entity, EntityKind } from "@satchel/core/sync/entity.ts";
import { parseEntity } from "@satchel/core/sync/parse-entity.ts";
import type { UnreadableReason } from "@satchel/core/sync/remote-file.ts";
import { wipe } from "@satchel/crypto/bytes.ts";
import { drawId } from "@satchel/crypto/draw.ts";
import { openEntity, sealEntity } from "@satchel/crypto/entity-sealing.ts";
import { checkKdf, type Kdf, newKdf } from "@satchel/crypto/kdf.ts";
import { type AlsoEntry, parseAccountKeys } from "@satchel/crypto/key-document.ts";
import { derivePasswordKeys } from "@satchel/crypto/password-keys.ts";
import { recoveryGroups, recoveryKeyText } from "@satchel/crypto/recovery-key.ts";
import { contentKeyOf, type Ring, ringOf, type SealingKey } from "@satchel/crypto/ring.ts";
import { createVault, openRing, openVault } from "@satchel/crypto/vault.ts";
import {
  generateDeviceKey,
  openForDevice,
  openPendingRecovery,
  type PasswordSecrets,
  wrapForDevice,
  wrapPendingRecovery,
} from "@satchel/crypto/wraps.ts";
import { guarded } from "../indexed-db/idb-problems.ts";
import type { DeviceRow, KeyRows, KeyStore } from "./key-rows.ts";
import type { SealingDoor } from "./sealing-door.ts";

type Prepared = { readonly vaultId: string; readonly also: readonly AlsoEntry[]; readonly secrets: PasswordSecrets };
type HeldPassword = { readonly key: CryptoKey; readonly kdf: Kdf };
type Stored<Value> = Promise<Result<Value, StoreProblem>>;

export class VaultKeeper implements SealingDoor {
  #ring: Ring | undefined;
  #password: HeldPassword | undefined;
  #prepared: Prepared | undefined;

  constructor(private readonly keys: KeyStore) {}

  async prepareRegistration(password: string): Promise<Result<Registration, DeriveProblem>> {
    const kdf = newKdf();
    const derived = await this.#derive(password, kdf);
    if (!derived.ok) return derived;
    const keys = await this.#prepareVault({ key: derived.value.passwordKey, kdf });
    return ok({ secret: derived.value.signInSecret, kdf, keys });
  }

  async deriveForSignIn(password: string, value: unknown): Promise<Result<string, DeriveProblem | { readonly kind: "kdf-refused" }>> {
    const kdf = checkKdf(value);
    if (!kdf.ok) return failed({ kind: kdf.problem });
    const derived = await this.#derive(password, kdf.value);
    return derived.ok ? ok(derived.value.signInSecret) : derived;
  }

  async prepareVault(): Promise<Result<NewVault, { readonly kind: "holds-a-root" } | StoreProblem>> {
    if (this.#password === undefined) throw new Error("a vault is prepared without a password");
    const rows = await guarded(() => this.keys.read());
    if (!rows.ok) return rows;
    return rows.value.current === undefined ? ok(await this.#prepareVault(this.#password)) : failed({ kind: "holds-a-root" });
  }

  async openVault(value: AccountKeys): Promise<Result<void, OpenProblem>> {
    this.#dropVault();
    const keys = parseAccountKeys(value);
    if (!keys.ok) return failed({ kind: keys.problem });
    const { document, entries } = keys.value;
    if (document === null) return failed({ kind: "no-vault" });
    const pw = entries.find((entry) => entry.pw !== undefined)?.pw;
    if (this.#password === undefined || pw === undefined || pw === null) return failed({ kind: "does-not-open" });
    const secrets = await openVault(document, this.#password.key, this.#password.kdf, pw);
    if (!secrets.ok) return failed({ kind: "does-not-open" });
    this.#prepared = { vaultId: document.vaultId, also: document.also, secrets: secrets.value };
    return ok(undefined);
  }

  async install(owner: string, isRecoveryKeyNew: boolean): Stored<Installed> {
    const prepared = this.#prepared;
    if (prepared === undefined) throw new Error("nothing is prepared");
    const rows = await guarded(() => this.keys.read());
    if (!rows.ok) return rows;
    const row = await toDeviceRow(prepared, owner, rows.value.current, isRecoveryKeyNew);
    const former = rows.value.current?.vaultId === row.vaultId ? undefined : rows.value.current;
    const written = await guarded(() => this.keys.replace(row, former));
    if (!written.ok) return written;
    const formerRows = former === undefined ? rows.value.former : [...rows.value.former, former];
    this.#ring = await openRingWith(prepared.vaultId, prepared.secrets.root, row.also, formerRows);
    await this.dropPrepared();
    return ok(toInstalled(row));
  }

  async dropPrepared(): Promise<void> {
    this.#dropVault();
    this.#password = undefined;
  }

  async restore(): Stored<Restored> {
    const rows = await guarded(() => this.keys.read());
    if (!rows.ok) return rows;
    const { current, former } = rows.value;
    if (current === undefined) return ok({ kind: "none" });
    const root = await openForDevice(current.deviceKey, current.vaultId, current.deviceId, current.dev);
    if (!root.ok) return ok({ kind: "damaged", owner: current.owner });
    this.#ring = await openRingWith(current.vaultId, root.value, current.also, former);
    wipe(root.value);
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
    const rk = await openPendingRecovery(row.deviceKey, row.vaultId, row.deviceId, row.prk);
    if (!rk.ok) return ok(undefined);
    const groups = recoveryGroups(await recoveryKeyText(rk.value));
    wipe(rk.value);
    return ok(groups);
  }

  async forgetPendingRecoveryKey(): Stored<void> {
    return guarded(async () => {
      const { current } = await this.keys.read();
      if (current?.prk === undefined) return;
      const { prk: _, ...row } = current;
      await this.keys.replace(row);
    });
  }

  async lock(): Promise<void> {
    this.#ring = undefined;
    await this.dropPrepared();
  }

  async forget(): Stored<void> {
    await this.lock();
    return guarded(() => this.keys.clear());
  }

  async seal(entity: Entity): Promise<Result<Uint8Array, "locked" | "too-large">> {
    return this.#ring === undefined ? failed("locked") : sealEntity(this.#ring.current, entity.kind, entity.id, entity);
  }

  async open(kind: EntityKind, id: string, bytes: Uint8Array): Promise<Result<Entity, UnreadableReason | "locked">> {
    if (this.#ring === undefined) return failed("locked");
    const opened = await openEntity(this.#ring, kind, id, bytes);
    if (!opened.ok) return opened;
    const entity = parseEntity(kind, id, opened.value);
    return entity === undefined ? failed("damaged") : ok(entity);
  }

  async #derive(password: string, kdf: Kdf) {
    await this.dropPrepared();
    const derived = await derivePasswordKeys(password, kdf);
    if (!derived.ok) return failed({ kind: derived.problem });
    this.#password = { key: derived.value.passwordKey, kdf };
    return derived;
  }

  async #prepareVault({ key, kdf }: HeldPassword): Promise<NewVault> {
    const { document, pw, secrets } = await createVault(key, kdf);
    this.#prepared = { vaultId: document.vaultId, also: [], secrets };
    return { document: { ...document, priv: [...document.priv], also: [...document.also] }, pw };
  }

  #dropVault(): void {
    if (this.#prepared !== undefined) wipe(this.#prepared.secrets.root, this.#prepared.secrets.rk);
    this.#prepared = undefined;
  }
}

/** The row of the same vault keeps its key and what is still to be proved; another vault gets a key of its own. */
async function toDeviceRow(
  { vaultId, also, secrets }: Prepared,
  owner: string,
  current: DeviceRow | undefined,
  isRecoveryKeyNew: boolean,
): Promise<DeviceRow> {
  const kept = current?.vaultId === vaultId ? current : undefined;
  const [deviceId, deviceKey] = kept === undefined ? [drawId(), await generateDeviceKey()] : [kept.deviceId, kept.deviceKey];
  const dev = await wrapForDevice(deviceKey, vaultId, deviceId, secrets.root);
  const prk = isRecoveryKeyNew ? await wrapPendingRecovery(deviceKey, vaultId, deviceId, secrets.rk) : kept?.prk;
  return { deviceId, deviceKey, owner, vaultId, dev, also, ...(prk === undefined ? {} : { prk }) };
}

/** Vaults that another one took the place of on this device still open what was sealed under them. */
async function openRingWith(
  vaultId: string,
  root: PasswordSecrets["root"],
  also: readonly AlsoEntry[],
  former: KeyRows["former"],
): Promise<Ring> {
  const ring = await openRing(vaultId, root, also);
  const older: SealingKey[] = [];
  for (const row of former) {
    const formerRoot = await openForDevice(row.deviceKey, row.vaultId, row.deviceId, row.dev);
    if (!formerRoot.ok) continue;
    older.push(await contentKeyOf(row.vaultId, formerRoot.value));
    wipe(formerRoot.value);
  }
  return ringOf(ring.current, [...older, ...[...ring.byKid].map(([kid, key]) => ({ kid, key }))]);
}

function toInstalled(row: DeviceRow): Installed {
  return { vaultId: row.vaultId, hasPendingRecoveryKey: row.prk !== undefined };
}
