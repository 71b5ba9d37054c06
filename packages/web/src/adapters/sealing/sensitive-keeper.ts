/**
 * Holds the sensitive key: the `SensitiveKeys` port. Raw bytes of S stay between preparing and taking only; what is taken cannot be read out
 * again. Every document is asked for fresh by the caller. encryption.md 3.2, 3.5 (8)–(10).
 */
import type { KeyDocument } from "@satchel/contract/keys.ts";
import type { DocumentChange } from "@satchel/core/ports/key-changes.ts";
import type { DeriveProblem } from "@satchel/core/ports/keyring.ts";
import type { StoreProblem } from "@satchel/core/ports/local-store.ts";
import type { LocalSensitive, SensitiveKeys, SensitiveProblem, SensitiveWrite } from "@satchel/core/ports/sensitive-keys.ts";
import { failed, ok, type Result } from "@satchel/core/result.ts";
import { type Bytes, b64, parseB64Of, utf8, wipe } from "@satchel/crypto/bytes.ts";
import { drawId, systemDraw } from "@satchel/crypto/draw.ts";
import { openEnvelope, sealEnvelope } from "@satchel/crypto/envelope.ts";
import { type Kdf, newKdf } from "@satchel/crypto/kdf.ts";
import { LABELS } from "@satchel/crypto/labels.ts";
import { type StretchBytes, stretch, wrapKeyFromStretched } from "@satchel/crypto/password-keys.ts";
import { importSealingKey, KEY_BYTES, sha256 } from "@satchel/crypto/primitives.ts";
import { type Ring, ringOf, type SealingKey } from "@satchel/crypto/ring.ts";
import type { SensitiveRecord } from "@satchel/crypto/sensitive-record.ts";
import { sensitiveVerifier } from "@satchel/crypto/sensitive-verifier.ts";
import { openSensitive, openSession, wrapSensitive, wrapSession } from "@satchel/crypto/wraps.ts";
import { guarded } from "../indexed-db/idb-problems.ts";
import { rootOf } from "./device-rows.ts";
import type { HeldKeys } from "./held-keys.ts";
import type { KeyStore } from "./key-rows.ts";
import { boxFor, openAnyBox, recordsOf, type Vault, withoutIdlePairs, withRecord } from "./sensitive-documents.ts";

type Outcome<Value, More = never> = Promise<Result<Value, SensitiveProblem | More>>;
/** S of one folder, and its wrap where the password was typed just now. */
type Prepared = { readonly sid: string; readonly key: Bytes };
type Stretched = { readonly kdf: Kdf; readonly bytes: Bytes };

const LOCKED = { kind: "vault-locked" } as const;

export class SensitiveKeeper implements SensitiveKeys {
  #prepared: Prepared | undefined;
  #taken: SealingKey | undefined;

  constructor(
    private readonly keys: KeyStore,
    private readonly held: HeldKeys,
    private readonly stretchWith?: StretchBytes,
  ) {}

  async sensitiveFolders(document: KeyDocument): Outcome<readonly string[]> {
    return this.#inVault(document, async ({ records }) => ok(records.map(({ sid }) => sid)));
  }

  async prepareSensitive(document: KeyDocument, password: string): Outcome<SensitiveWrite, DeriveProblem> {
    this.#prepare({ sid: drawId(), key: systemDraw.bytes(KEY_BYTES) });
    return this.prepareSensitivePassword(document, password);
  }

  async openSensitive(
    document: KeyDocument,
    password: string,
  ): Outcome<{ readonly sid: string; readonly verifier: string }, DeriveProblem> {
    return this.#inVault(document, async ({ records, root }) => {
      if (records.length === 0) return failed({ kind: "not-set-up" });
      for (const record of records) {
        const stretched = await this.#stretch(password, record.kdf);
        if (!stretched.ok) return stretched;
        const key = await openWithStretched(record, stretched.value.bytes);
        const verifier = await sensitiveVerifier(stretched.value.bytes, root);
        wipe(stretched.value.bytes);
        if (key === undefined) continue;
        this.#prepare({ sid: record.sid, key });
        return ok({ sid: record.sid, verifier });
      }
      return failed({ kind: "sensitive-refused" });
    });
  }

  async openBoxedSensitive(document: KeyDocument, sid: string): Outcome<void> {
    const rk = this.held.prepared?.rk;
    return this.#inVault(document, async ({ records }) => {
      const record = records.find((one) => one.sid === sid);
      if (record === undefined) return failed({ kind: "not-set-up" });
      const key = rk === undefined ? undefined : await openAnyBox(document, record, rk);
      if (key === undefined) return failed({ kind: "sensitive-refused" });
      this.#prepare({ sid, key });
      return ok(undefined);
    });
  }

  async prepareSensitivePassword(document: KeyDocument, password: string): Outcome<SensitiveWrite, DeriveProblem> {
    const prepared = this.#opened();
    const stretched = await this.#stretch(password, newKdf());
    if (!stretched.ok) return stretched;
    const spw = await wrapWithStretched(prepared, stretched.value);
    return this.#write(document, { sid: prepared.sid, kdf: stretched.value.kdf, spw }, stretched.value.bytes);
  }

  async prepareBox(document: KeyDocument): Outcome<DocumentChange | undefined> {
    const { sid, key } = this.#opened();
    return this.#inVault(document, async (vault) => {
      const record = vault.records.find((one) => one.sid === sid);
      if (record === undefined) return failed({ kind: "not-set-up" });
      const box = await boxFor(vault, sid, key);
      if (box === undefined) return failed({ kind: "damaged" });
      if (record.box?.pairId === box.pairId) return ok(undefined);
      const sens = await withRecord(vault, { ...record, box });
      if (sens === undefined) return failed({ kind: "damaged" });
      const priv = withoutIdlePairs(document, box.pairId, [...vault.records.filter((one) => one.sid !== sid), { ...record, box }]);
      return ok({ document: { ...document, rev: document.rev + 1, sens, priv }, proof: vault.proof });
    });
  }

  async prepareLocalSensitive(password: string): Outcome<LocalSensitive, DeriveProblem> {
    this.#prepare({ sid: drawId(), key: systemDraw.bytes(KEY_BYTES) });
    const stretched = await this.#stretch(password, newKdf());
    if (!stretched.ok) return stretched;
    const spw = await wrapWithStretched(this.#opened(), stretched.value);
    wipe(stretched.value.bytes);
    return ok({ sid: this.#opened().sid, kdf: stretched.value.kdf, spw });
  }

  async openLocalSensitive(folder: LocalSensitive, password: string): Outcome<void, DeriveProblem> {
    const stretched = await this.#stretch(password, folder.kdf);
    if (!stretched.ok) return stretched;
    const key = await openWithStretched(folder, stretched.value.bytes);
    wipe(stretched.value.bytes);
    if (key === undefined) return failed({ kind: "sensitive-refused" });
    this.#prepare({ sid: folder.sid, key });
    return ok(undefined);
  }

  async prepareJoin(document: KeyDocument, folder: LocalSensitive, password: string): Outcome<SensitiveWrite, DeriveProblem> {
    const stretched = await this.#stretch(password, folder.kdf);
    if (!stretched.ok) return stretched;
    const key = await openWithStretched(folder, stretched.value.bytes);
    if (key === undefined) return failed({ kind: "sensitive-refused" });
    this.#prepare({ sid: folder.sid, key });
    return this.#write(document, folder, stretched.value.bytes);
  }

  async takeSensitive(): Promise<string | undefined> {
    if (this.#prepared === undefined) return undefined;
    this.#taken = { kid: this.#prepared.sid, key: await importSealingKey(this.#prepared.key) };
    return this.#taken.kid;
  }

  async unlockedSensitive(): Promise<string | undefined> {
    return this.#taken?.kid;
  }

  async keepSensitive(expiresAt: number): Promise<Result<string, StoreProblem | { readonly kind: "locked" }>> {
    if (this.#prepared === undefined || this.#taken?.kid !== this.#prepared.sid) return failed({ kind: "locked" });
    const raw = systemDraw.bytes(KEY_BYTES);
    const sessionKey = b64(raw);
    const written = await this.#keep(raw, this.#prepared, expiresAt);
    this.#prepare(undefined);
    return written.ok ? ok(sessionKey) : written;
  }

  async extendSensitive(sessionKey: string, now: number, expiresAt: number): Promise<Result<boolean, StoreProblem>> {
    const opened = await this.#openSession(sessionKey, now);
    if (!opened.ok) return opened;
    const raw = parseB64Of(sessionKey, KEY_BYTES);
    if (opened.value === undefined || raw === undefined) return ok(false);
    const written = await this.#keep(raw, opened.value, expiresAt);
    wipe(opened.value.key);
    return written.ok ? ok(true) : written;
  }

  async restoreSensitive(sessionKey: string | undefined, now: number): Promise<Result<number | undefined, StoreProblem>> {
    const cleared = await guarded(() => this.keys.forgetSessions((row) => row.expiresAt <= now));
    if (!cleared.ok || sessionKey === undefined) return cleared.ok ? ok(undefined) : cleared;
    const opened = await this.#openSession(sessionKey, now);
    if (!opened.ok || opened.value === undefined) return opened.ok ? ok(undefined) : opened;
    this.#taken = { kid: opened.value.sid, key: await importSealingKey(opened.value.key) };
    wipe(opened.value.key);
    return ok(opened.value.expiresAt);
  }

  async lockSensitive(sessionKey: string | undefined): Promise<Result<void, StoreProblem>> {
    this.#taken = undefined;
    this.#prepare(undefined);
    if (sessionKey === undefined) return ok(undefined);
    const name = await nameOf(sessionKey);
    return guarded(() => this.keys.forgetSessions((row) => row.name === name));
  }

  async sealSensitiveNote(id: string, content: object): Promise<Result<object, "locked" | "too-large">> {
    return this.#taken === undefined ? failed("locked") : sealEnvelope(this.#taken, "snote", { ...content, id });
  }

  async openSensitiveNote(id: string, sealed: unknown): Promise<Result<object, "locked" | "unknown-version" | "unknown-key" | "damaged">> {
    return this.#taken === undefined ? failed("locked") : openEnvelope(ringOf(this.#taken), "snote", id, sealed);
  }

  /** With the records and the root of the vault that is open on this device; the root is wiped afterwards. */
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
    const vault = await recordsOf(ring as Ring, root, document);
    const answer = vault.ok ? await run(vault.value) : failed<SensitiveProblem>({ kind: vault.problem });
    wipe(root);
    return answer;
  }

  /** `sens` with this record in it, boxed anew, and the verifier of the same typed password. Wipes what was stretched. */
  async #write(document: KeyDocument, record: Omit<SensitiveRecord, "box">, stretched: Bytes): Outcome<SensitiveWrite> {
    const { sid, key } = this.#opened();
    const answer = await this.#inVault<SensitiveWrite, SensitiveProblem>(document, async (vault) => {
      const box = await boxFor(vault, sid, key);
      const sens = box === undefined ? undefined : await withRecord(vault, { sid, kdf: record.kdf, spw: record.spw, box });
      if (sens === undefined) return failed({ kind: "damaged" });
      return ok({ sid, verifier: await sensitiveVerifier(stretched, vault.root), sens, proof: vault.proof });
    });
    wipe(stretched);
    return answer;
  }

  async #stretch(password: string, kdf: Kdf): Promise<Result<Stretched, DeriveProblem>> {
    const bytes = await stretch(password, kdf, this.stretchWith);
    return bytes.ok ? ok({ kdf, bytes: bytes.value }) : failed({ kind: bytes.problem });
  }

  async #keep(raw: Bytes, { sid, key }: Prepared, expiresAt: number): Promise<Result<void, StoreProblem>> {
    const name = await nameOf(b64(raw));
    const wrap = await wrapSession(await importSealingKey(raw), sid, expiresAt, key);
    return guarded(() => this.keys.putSession({ name, sid, expiresAt, wrap }));
  }

  async #openSession(
    sessionKey: string,
    now: number,
  ): Promise<Result<(Prepared & { readonly expiresAt: number }) | undefined, StoreProblem>> {
    const raw = parseB64Of(sessionKey, KEY_BYTES);
    const name = await nameOf(sessionKey);
    const row = await guarded(() => this.keys.readSession(name));
    if (!row.ok || row.value === undefined || raw === undefined || row.value.expiresAt <= now) return row.ok ? ok(undefined) : row;
    const { sid, expiresAt, wrap } = row.value;
    const key = await openSession(await importSealingKey(raw), sid, expiresAt, wrap);
    return ok(key.ok ? { sid, expiresAt, key: key.value } : undefined);
  }

  #opened(): Prepared {
    if (this.#prepared === undefined) throw new Error("no sensitive key is prepared");
    return this.#prepared;
  }

  #prepare(next: Prepared | undefined): void {
    if (this.#prepared !== undefined && this.#prepared.key !== next?.key) wipe(this.#prepared.key);
    this.#prepared = next;
  }
}

async function openWithStretched({ sid, kdf, spw }: Omit<SensitiveRecord, "box">, stretched: Bytes): Promise<Bytes | undefined> {
  const key = await openSensitive(await wrapKeyFromStretched(stretched, LABELS.wrapSensitive), sid, kdf, spw);
  return key.ok ? key.value : undefined;
}

async function wrapWithStretched({ sid, key }: Prepared, { kdf, bytes }: Stretched): Promise<SensitiveRecord["spw"]> {
  return wrapSensitive(await wrapKeyFromStretched(bytes, LABELS.wrapSensitive), sid, kdf, key);
}

/** Names the row without giving its key away. */
async function nameOf(sessionKey: string): Promise<string> {
  return b64((await sha256(utf8(sessionKey))).subarray(0, 12));
}
