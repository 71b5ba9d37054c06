/** The `SensitiveKeys` port for unlocked folders: taken, kept over a reload, dropped. encryption.md 3.5 (8). */

import { hasSoundUnknownFields, isShallow } from "@satchel/core/model/entities/parsing/parse-entity.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { SensitiveKeys } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import { b64, parseB64Of, utf8, wipe } from "@satchel/crypto/primitives/bytes.ts";
import { systemRandom } from "@satchel/crypto/primitives/key-pair.ts";
import { importSealingKey, KEY_BYTES, sha256 } from "@satchel/crypto/primitives/primitives.ts";
import { openEnvelope, sealEnvelope } from "@satchel/crypto/records/envelope.ts";
import { openSession, wrapSession } from "@satchel/crypto/vault/wraps.ts";
import { guarded } from "../../indexed-db/databases/idb-problems.ts";
import type { KeyStore, SessionRow } from "../documents/key-rows.ts";
import type { HeldKeys } from "../held/held-keys.ts";
import type { SensitiveKey } from "../held/held-sensitive.ts";

type Stored<Value> = Promise<Result<Value, StoreProblem>>;
/** `keys` is empty if there is nothing to restore. */
type Kept = { readonly expiresAt: number; readonly keys: readonly SensitiveKey[] };

export type UnlockedKeys = Pick<
  SensitiveKeys,
  | "takeSensitive"
  | "unlockedSensitive"
  | "keepSensitive"
  | "extendSensitive"
  | "restoreSensitive"
  | "lockSensitive"
  | "sealSensitiveNote"
  | "openSensitiveNote"
>;

export class UnlockedKeyring implements UnlockedKeys {
  constructor(
    private readonly keys: KeyStore,
    private readonly held: HeldKeys,
  ) {}

  async takeSensitive(): Promise<string | undefined> {
    const { sensitive } = this.held;
    if (sensitive.prepared.length === 0) return undefined;
    await sensitive.unlock(sensitive.prepared);
    return sensitive.unlocked?.current.kid;
  }

  async unlockedSensitive(): Promise<string | undefined> {
    return this.held.sensitive.unlocked?.current.kid;
  }

  async keepSensitive(
    expiresAt: number,
    formerKey: string | undefined,
  ): Promise<Result<string, StoreProblem | { readonly kind: "locked" }>> {
    const { sensitive } = this.held;
    if (sensitive.prepared.length === 0 || sensitive.unlocked === undefined) return failed({ kind: "locked" });
    const sessionKey = b64(systemRandom.bytes(KEY_BYTES));
    const rows = await rowsOf(sessionKey, { expiresAt, keys: sensitive.prepared });
    const former = formerKey === undefined ? undefined : await nameOf(formerKey);
    const written = await guarded(async () => {
      await this.keys.forgetSessions((row) => row.name === former);
      await this.keys.addSessions(rows);
    });
    sensitive.drop();
    return written.ok ? ok(sessionKey) : written;
  }

  async extendSensitive(sessionKey: string, now: number, expiresAt: number): Stored<boolean> {
    const kept = await this.#openKept(sessionKey, now);
    if (!kept.ok) return kept;
    const rows = await rowsOf(sessionKey, { expiresAt, keys: kept.value.keys });
    wipe(...kept.value.keys.map(({ key }) => key));
    // Locked in the meantime: removed rows stay removed.
    return rows.length === 0 ? ok(false) : guarded(() => this.keys.replaceSessions(rows));
  }

  async restoreSensitive(sessionKey: string | undefined, now: number): Stored<number | undefined> {
    const name = sessionKey === undefined ? undefined : await nameOf(sessionKey);
    const cleared = await guarded(() => this.keys.forgetSessions((row) => row.expiresAt <= now || row.name !== name));
    if (!cleared.ok || sessionKey === undefined) return cleared.ok ? ok(undefined) : cleared;
    const kept = await this.#openKept(sessionKey, now);
    if (!kept.ok || kept.value.keys.length === 0) return kept.ok ? ok(undefined) : kept;
    await this.held.sensitive.unlock(kept.value.keys);
    wipe(...kept.value.keys.map(({ key }) => key));
    return ok(kept.value.expiresAt);
  }

  async lockSensitive(sessionKey: string | undefined): Stored<void> {
    this.held.sensitive.lock();
    if (sessionKey === undefined) return ok(undefined);
    const name = await nameOf(sessionKey);
    return guarded(() => this.keys.forgetSessions((row) => row.name === name));
  }

  async sealSensitiveNote(id: string, content: object): Promise<Result<object, "locked" | "too-large">> {
    const { unlocked } = this.held.sensitive;
    return unlocked === undefined ? failed("locked") : sealEnvelope(unlocked.current, "snote", { value: { ...content, id } });
  }

  async openSensitiveNote(id: string, sealed: unknown): Promise<Result<object, "locked" | "unknown-version" | "unknown-key" | "damaged">> {
    const { unlocked } = this.held.sensitive;
    if (unlocked === undefined) return failed("locked");
    const opened = await openEnvelope(unlocked, { kind: "snote", id }, sealed);
    return opened.ok && !(isShallow(opened.value) && hasSoundUnknownFields(opened.value)) ? failed("damaged") : opened;
  }

  async #openKept(sessionKey: string, now: number): Stored<Kept> {
    const raw = parseB64Of(sessionKey, KEY_BYTES);
    const name = await nameOf(sessionKey);
    const rows = await guarded(() => this.keys.readSessions(name));
    if (!rows.ok) return rows;
    const keys: SensitiveKey[] = [];
    let endsAt = Number.POSITIVE_INFINITY;
    for (const { sid, expiresAt, wrap } of rows.value.toSorted((one, other) => one.place - other.place)) {
      const key =
        raw === undefined || expiresAt <= now ? undefined : await openSession(await importSealingKey(raw), { sid, expiresAt }, wrap);
      if (!key?.ok) continue;
      keys.push({ sid, key: key.value });
      endsAt = Math.min(endsAt, expiresAt);
    }
    return ok({ expiresAt: endsAt, keys });
  }
}

async function rowsOf(sessionKey: string, { expiresAt, keys }: Kept): Promise<readonly SessionRow[]> {
  const [name, raw] = [await nameOf(sessionKey), parseB64Of(sessionKey, KEY_BYTES)];
  if (raw === undefined) return [];
  const sealing = await importSealingKey(raw);
  return Promise.all(
    keys.map(async ({ sid, key }, place) => ({
      name,
      sid,
      place,
      expiresAt,
      wrap: await wrapSession(sealing, { sid, expiresAt }, { sensitiveKey: key }),
    })),
  );
}

/** Names the rows without revealing their key. */
async function nameOf(sessionKey: string): Promise<string> {
  return b64((await sha256(utf8(sessionKey))).subarray(0, 12));
}
