/** The `SensitiveKeys` port for locked folders: opens and wraps keys, stores nothing. encryption.md 3.2, 3.5 (5) (8)–(11). */
import type { KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { DocumentChange } from "@satchel/core/ports/sealing/key-changes.ts";
import type { DeriveProblem } from "@satchel/core/ports/sealing/keyring.ts";
import type {
  LocalSensitive,
  OpenedSensitive,
  SensitiveKeys,
  SensitiveProblem,
  SensitiveWrite,
} from "@satchel/core/ports/sealing/sensitive-keys.ts";
import { type Bytes, wipe } from "@satchel/crypto/primitives/bytes.ts";
import { type Kdf, newKdf } from "@satchel/crypto/primitives/kdf.ts";
import { generateId, systemRandom } from "@satchel/crypto/primitives/key-pair.ts";
import { KEY_BYTES, LABELS } from "@satchel/crypto/primitives/primitives.ts";
import { contentKeyOf } from "@satchel/crypto/records/envelope.ts";
import { bindTo, bound } from "@satchel/crypto/vault/bound-document.ts";
import { type StretchBytes, wrapKeyFromStretched } from "@satchel/crypto/vault/password-keys.ts";
import { type SensitiveRecord, sensitiveVerifier } from "@satchel/crypto/vault/sensitive-record.ts";
import { wrapSensitive } from "@satchel/crypto/vault/wraps.ts";
import { guarded } from "../../indexed-db/databases/idb-problems.ts";
import { rootOf, withoutPending } from "../documents/device-rows.ts";
import { toWire } from "../documents/key-documents.ts";
import type { KeyStore } from "../documents/key-rows.ts";
import { parseDriveCopy } from "../documents/keys-json-copy.ts";
import {
  boxesOf,
  boxFor,
  openBoxes,
  recordsIn,
  recordsOf,
  type Vault,
  withoutIdlePairs,
  withRecords,
} from "../documents/sensitive-documents.ts";
import type { HeldKeys } from "../held/held-keys.ts";
import type { SensitiveKey, Stretched } from "../held/held-sensitive.ts";
import { openTyped, openWithStretched, stretchTyped, type Wrapped } from "../held/open-typed.ts";
import type { UnlockedKeyring } from "./unlocked-keyring.ts";

type Outcome<Value, More = never> = Promise<Result<Value, SensitiveProblem | More>>;

const LOCKED = { kind: "vault-locked" } as const;

export class SensitiveKeyring implements Omit<SensitiveKeys, keyof UnlockedKeyring> {
  constructor(
    private readonly keys: KeyStore,
    private readonly held: HeldKeys,
    private readonly stretchWith?: StretchBytes,
  ) {}

  async sensitiveFolders(document: KeyDocument): Outcome<readonly string[]> {
    return this.#inVault(document, async ({ records }) => ok(records.map(({ sid }) => sid)));
  }

  async prepareSensitive(): Promise<string> {
    const sid = generateId();
    this.held.sensitive.prepare([{ sid, key: systemRandom.bytes(KEY_BYTES) }]);
    return sid;
  }

  async openSensitive(document: KeyDocument, password: string): Outcome<readonly OpenedSensitive[], DeriveProblem> {
    return this.#inVault(document, async ({ records, root }) => {
      if (records.length === 0) return failed({ kind: "not-set-up" });
      const stretched = await this.#stretchAll(password, records);
      if (!stretched.ok) return stretched;
      const [keys, opened]: [SensitiveKey[], OpenedSensitive[]] = [[], []];
      let shown: OpenedSensitive | undefined;
      for (const record of records) {
        const bytes = stretched.value.get(record.kdf.salt) as Bytes;
        const key = await openWithStretched(record, bytes);
        const typed = { sid: record.sid, verifier: await sensitiveVerifier(bytes, root) };
        shown ??= typed;
        if (key === undefined) continue;
        keys.push({ sid: record.sid, key });
        opened.push(typed);
      }
      wipe(...stretched.value.values());
      this.held.sensitive.prepare(keys);
      if (opened.length > 0) return ok(opened);
      return failed({ kind: "sensitive-refused", ...(shown === undefined ? {} : { shown }) });
    });
  }

  async openBoxedSensitive(document: KeyDocument): Outcome<readonly string[]> {
    const rk = this.held.prepared?.rk;
    return this.#inVault(document, async ({ records }) => {
      if (records.length === 0) return failed({ kind: "not-set-up" });
      return this.#prepareBoxed(rk === undefined ? [] : await openBoxes(document, boxesOf(records), rk));
    });
  }

  async openOtherSensitive(document: KeyDocument, other: KeyDocument | Uint8Array): Outcome<readonly string[]> {
    return this.#inVault(document, async ({ records }) => {
      const known = new Set(records.map(({ sid }) => sid));
      const opened = await this.#boxesOfOther(other);
      for (const { sid, key } of opened) if (known.has(sid)) wipe(key);
      return this.#prepareBoxed(opened.filter(({ sid }) => !known.has(sid)));
    });
  }

  async olderSensitive(document: KeyDocument, older: readonly KeyDocument[]): Outcome<readonly LocalSensitive[]> {
    return this.#inVault(document, async ({ records, ring }) => {
      const found = new Map<string, LocalSensitive>();
      for (const { vaultId, sens } of older) {
        const key = ring.byKid.get(vaultId);
        const theirs = key === undefined ? [] : await recordsIn(key, sens);
        for (const { sid, kdf, spw } of theirs) found.set(sid, { sid, kdf, spw });
      }
      for (const { sid } of records) found.delete(sid);
      return ok([...found.values()]);
    });
  }

  async sensitivePasswords(document: KeyDocument): Outcome<readonly LocalSensitive[]> {
    return this.#inVault(document, async ({ records }) => ok(records.map(({ sid, kdf, spw }) => ({ sid, kdf, spw }))));
  }

  async prepareSensitivePassword(password: string): Promise<Result<void, DeriveProblem>> {
    const stretched = await this.#stretch(password, newKdf());
    if (stretched.ok) this.held.sensitive.wrapUnder(stretched.value);
    return stretched.ok ? ok(undefined) : stretched;
  }

  async sensitiveWrite(document: KeyDocument, sids: readonly [string, ...string[]]): Outcome<SensitiveWrite> {
    const { next } = this.held.sensitive;
    if (next === undefined) throw new Error("no sensitive password is prepared");
    const wraps = await Promise.all(
      sids.map(async (sid) => ({ sid, kdf: next.kdf, spw: await wrapWithStretched(this.#preparedOf(sid), next) })),
    );
    return this.#write(document, wraps as [Wrapped, ...Wrapped[]], next.bytes);
  }

  async prepareBoxes(document: KeyDocument): Outcome<DocumentChange | undefined> {
    return this.#inVault(document, async (vault) => {
      const { pairId } = vault.recovery;
      const old = vault.records.filter((record) => this.#isPrepared(record.sid) && record.box?.pairId !== pairId);
      if (old.length === 0) return ok(undefined);
      const boxed = await this.#boxed(vault, old);
      const sens = boxed === undefined ? undefined : await withRecords(vault, boxed);
      if (sens === undefined || boxed === undefined) return failed({ kind: "damaged" });
      const now = new Map([...vault.records, ...boxed].map((record) => [record.sid, record]));
      const priv = withoutIdlePairs(document, pairId, [...now.values()]);
      const next = await bound(vault.root, "boundDocument", { ...document, rev: document.rev + 1, sens, priv });
      return ok({ document: toWire(next), proof: vault.proof });
    });
  }

  async prepareLocalSensitive(password: string): Outcome<LocalSensitive, DeriveProblem> {
    const sid = await this.prepareSensitive();
    const stretched = await this.#stretch(password, newKdf());
    if (!stretched.ok) return stretched;
    const spw = await wrapWithStretched(this.#preparedOf(sid), stretched.value);
    wipe(stretched.value.bytes);
    return ok({ sid, kdf: stretched.value.kdf, spw });
  }

  async openLocalSensitive(folder: LocalSensitive, password: string): Outcome<void, DeriveProblem> {
    const opened = await this.#openLocal(folder, password);
    if (!opened.ok) return opened;
    wipe(opened.value);
    return ok(undefined);
  }

  async changeLocalSensitive(folder: LocalSensitive, current: string): Outcome<LocalSensitive, DeriveProblem> {
    const { next } = this.held.sensitive;
    if (next === undefined) throw new Error("no sensitive password is prepared");
    const opened = await this.openLocalSensitive(folder, current);
    if (!opened.ok) return opened;
    return ok({ sid: folder.sid, kdf: next.kdf, spw: await wrapWithStretched(this.#preparedOf(folder.sid), next) });
  }

  async prepareJoin(document: KeyDocument, folder: LocalSensitive, password: string): Outcome<SensitiveWrite, DeriveProblem> {
    const opened = await this.#openLocal(folder, password);
    if (!opened.ok) return opened;
    const answer = await this.#write(document, [folder], opened.value);
    wipe(opened.value);
    return answer;
  }

  /** Prepares the folder and returns its stretched password. */
  async #openLocal(folder: LocalSensitive, password: string): Outcome<Bytes, DeriveProblem> {
    const opened = await openTyped({ folder, password }, this.stretchWith);
    if (!opened.ok) return opened;
    this.held.sensitive.prepare([{ sid: folder.sid, key: opened.value.key }]);
    return ok(opened.value.stretched);
  }

  /** Runs with the records and the root of this device's open vault; wipes the root afterwards. */
  async #inVault<Value, Problem>(
    document: KeyDocument,
    run: (vault: Vault) => Promise<Result<Value, Problem | SensitiveProblem>>,
  ): Promise<Result<Value, Problem | SensitiveProblem>> {
    const { ring } = this.held;
    const rows = await guarded(() => this.keys.read());
    const row = rows.ok ? rows.value.current : undefined;
    if (ring === undefined || row === undefined || ring.current.kid !== document.vaultId || row.vaultId !== document.vaultId)
      return failed(LOCKED);
    const root = await rootOf(row);
    if (root === undefined) return failed(LOCKED);
    const vault = await recordsOf(ring, root, document);
    const answer = vault.ok ? await run(vault.value) : failed<SensitiveProblem>({ kind: vault.problem });
    wipe(root);
    return answer;
  }

  /** `sens` with these records and new boxes, and the verifier of their shared password. */
  async #write(document: KeyDocument, wraps: readonly [Wrapped, ...Wrapped[]], stretched: Bytes): Outcome<SensitiveWrite> {
    return this.#inVault<SensitiveWrite, SensitiveProblem>(document, async (vault) => {
      const boxed = await this.#boxed(vault, wraps);
      const sens = boxed === undefined ? undefined : await withRecords(vault, boxed);
      if (sens === undefined) return failed({ kind: "damaged" });
      const [{ sid }, ...others] = wraps;
      const verifier = await sensitiveVerifier(stretched, vault.root);
      const next = await bindTo(vault.root, "boundDocument", { ...document, rev: document.rev + 1, sens });
      return ok({ sid, others: others.map((one) => one.sid), verifier, sens, proof: vault.proof, bound: next });
    });
  }

  /**
   * Makes boxes for the current pair. A recovery key that is unproved on this device would open them, so it is dropped: only the password
   * shows it from now on.
   */
  async #boxed(vault: Vault, wraps: readonly Wrapped[]): Promise<readonly SensitiveRecord[] | undefined> {
    const dropped = await guarded(() => withoutPending(this.keys));
    if (!dropped.ok) return undefined;
    const records: SensitiveRecord[] = [];
    for (const { sid, kdf, spw } of wraps) {
      const box = await boxFor(vault, sid, this.#preparedOf(sid).key);
      if (box === undefined) return undefined;
      records.push({ sid, kdf, spw, box });
    }
    return records;
  }

  async #boxesOfOther(other: KeyDocument | Uint8Array): Promise<readonly SensitiveKey[]> {
    const { prepared } = this.held;
    if (prepared?.rk === undefined) return [];
    if (!(other instanceof Uint8Array)) {
      const key = await contentKeyOf(other.vaultId, prepared.root);
      return openBoxes(other, boxesOf(await recordsIn(key, other.sens)), prepared.rk);
    }
    const copy = parseDriveCopy(other);
    return copy.ok ? openBoxes(copy.value, copy.value.boxes, prepared.rk) : [];
  }

  #prepareBoxed(opened: readonly SensitiveKey[]): Result<readonly string[], SensitiveProblem> {
    this.held.sensitive.prepare(opened);
    return opened.length === 0 ? failed({ kind: "sensitive-refused" }) : ok(opened.map(({ sid }) => sid));
  }

  async #stretch(password: string, kdf: Kdf): Promise<Result<Stretched, DeriveProblem>> {
    return stretchTyped(password, kdf, this.stretchWith);
  }

  /** Stretches the password once per salt: folders whose password was set together share one. */
  async #stretchAll(password: string, records: readonly SensitiveRecord[]): Promise<Result<ReadonlyMap<string, Bytes>, DeriveProblem>> {
    const bySalt = new Map<string, Bytes>();
    for (const { kdf } of records) {
      if (bySalt.has(kdf.salt)) continue;
      const stretched = await this.#stretch(password, kdf);
      if (!stretched.ok) return stretched;
      bySalt.set(kdf.salt, stretched.value.bytes);
    }
    return ok(bySalt);
  }

  #isPrepared(sid: string): boolean {
    return this.held.sensitive.prepared.some((one) => one.sid === sid);
  }

  #preparedOf(sid: string): SensitiveKey {
    const found = this.held.sensitive.prepared.find((one) => one.sid === sid);
    if (found === undefined) throw new Error("this sensitive key is not prepared");
    return found;
  }
}

async function wrapWithStretched({ sid, key }: SensitiveKey, { kdf, bytes }: Stretched): Promise<SensitiveRecord["spw"]> {
  return wrapSensitive(await wrapKeyFromStretched(bytes, LABELS.wrapSensitive), { sid, kdf }, { sensitiveKey: key });
}
