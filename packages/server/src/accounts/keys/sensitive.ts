/**
 * Verifiers of Sensitive folders and their short sessions. Only hashes are stored, and none of them opens anything. encryption.md 3.2, 3.5
 * (8).
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { authenticateSensitive, changeSensitive, setUpSensitive } from "@satchel/contract/accounts/sensitive.ts";
import type { ParsedBodyOf, RefusalOf, ReplyOf } from "@satchel/contract/route.ts";
import { deleteInPieces } from "../../db/counts.ts";
import { type Database, transactForGood } from "../../db/open-database.ts";
import type { RuntimeEnvironment } from "../../shared/environment.ts";
import { isRefused, type Refusal, refuse } from "../../shared/refusal.ts";
import type { Attempts } from "../sign-in/attempts.ts";
import { hashToken } from "../sign-in/sessions.ts";
import { writeDocument } from "./key-repo.ts";
import { currentDocument } from "./key-rows.ts";
import type { KeyWriteRefusal } from "./key-rules.ts";

type SetUp = ParsedBodyOf<typeof setUpSensitive>;
type Change = ParsedBodyOf<typeof changeSensitive>;
type Shown = ParsedBodyOf<typeof authenticateSensitive>;
type Proved = { readonly sid: string; readonly currentVerifier?: string | undefined };
type Opened = ReplyOf<typeof authenticateSensitive>;
type Checked = Refusal<RefusalOf<typeof authenticateSensitive> | "rate-limited">;

export type Sensitive = {
  readonly setUp: (accountId: string, body: SetUp) => Promise<undefined | KeyWriteRefusal | Refusal<"sensitive-exists">>;
  readonly authenticate: (accountId: string, shown: Shown, network: string) => Promise<Opened | Checked>;
  /** Checks whether this is the folder's verifier; failures count towards the limit. */
  readonly check: (accountId: string, shown: Shown, network: string) => Promise<undefined | Checked>;
  /** The caller has authenticated the user. */
  readonly change: (accountId: string, body: Change) => Promise<undefined | KeyWriteRefusal | Refusal<"sensitive-not-set-up">>;
  readonly revoke: (accountId: string, token: string) => Promise<void>;
  readonly sweep: () => Promise<void>;
};

type Deps = { readonly db: Database; readonly attempts: Attempts; readonly around: RuntimeEnvironment };

const SESSION_MS = 120_000;

export function createSensitive(deps: Deps): Sensitive {
  const { db, around } = deps;
  return {
    setUp: (accountId, body) => transactForGood(db, (tx) => setUp(tx, accountId, { body, now: around.now() })),
    authenticate: async (accountId, shown, network) =>
      (await check(deps, accountId, { shown, network })) ?? (await open(deps, accountId, shown.sid)),
    check: (accountId, shown, network) => check(deps, accountId, { shown, network }),
    change: (accountId, body) => transactForGood(db, (tx) => change(tx, accountId, { body, now: around.now() })),
    revoke: async (accountId, token) => {
      await db.deleteFrom("sensitive_sessions").where("account_id", "=", accountId).where("token_hash", "=", hashToken(token)).execute();
    },
    sweep: async () => {
      await deleteInPieces((limit) => {
        const over = db.selectFrom("sensitive_sessions").select("token_hash").where("expires_at", "<", around.now()).limit(limit);
        return db.deleteFrom("sensitive_sessions").where("token_hash", "in", over).executeTakeFirst();
      });
    },
  };
}

async function verifierHashOf(db: Database, accountId: string, sid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("sensitive_folders")
    .select("verifier_hash")
    .where("account_id", "=", accountId)
    .where("sid", "=", sid)
    .executeTakeFirst();
  return row?.verifier_hash;
}

async function setUp(
  tx: Database,
  accountId: string,
  { body, now }: { readonly body: SetUp; readonly now: number },
): Promise<undefined | KeyWriteRefusal | Refusal<"sensitive-exists">> {
  if ((await verifierHashOf(tx, accountId, body.sid)) !== undefined) return refuse("sensitive-exists");
  const refusal = await writeSens(tx, accountId, { change: body, now });
  if (refusal !== undefined) return refusal;
  await tx
    .insertInto("sensitive_folders")
    .values({ account_id: accountId, sid: body.sid, verifier_hash: hashOf(body.verifier) })
    .execute();
  return undefined;
}

async function change(
  tx: Database,
  accountId: string,
  { body, now }: { readonly body: Change; readonly now: number },
): Promise<undefined | KeyWriteRefusal | Refusal<"sensitive-not-set-up">> {
  const sids = changedFolders(body).map(({ sid }) => sid);
  for (const sid of sids) if ((await verifierHashOf(tx, accountId, sid)) === undefined) return refuse("sensitive-not-set-up");
  const refusal = await writeSens(tx, accountId, { change: body, now });
  if (refusal !== undefined) return refusal;
  const folders = tx.updateTable("sensitive_folders").set({ verifier_hash: hashOf(body.verifier) });
  await folders.where("account_id", "=", accountId).where("sid", "in", sids).execute();
  await tx.deleteFrom("sensitive_sessions").where("account_id", "=", accountId).where("sid", "in", sids).execute();
  return undefined;
}

/** Returns all folders that get the new password, each with the proof of its old one. */
export function changedFolders({ sid, currentVerifier, others = [] }: Change): readonly Proved[] {
  return [{ sid, currentVerifier }, ...others];
}

/** The sealed keys of the folder are part of the key document and follow its rules. */
async function writeSens(
  tx: Database,
  accountId: string,
  { change: { rev, proof, sens, bound }, now }: { readonly change: SetUp | Change; readonly now: number },
): Promise<KeyWriteRefusal | undefined> {
  const stored = await currentDocument(tx, accountId);
  if (stored === undefined) return refuse("conflict");
  return await writeDocument(tx, accountId, { write: { rev, proof, document: { ...stored, rev: rev + 1, sens, bound } }, now });
}

async function check(
  { db, attempts }: Deps,
  accountId: string,
  { shown: { sid, verifier }, network }: { readonly shown: Shown; readonly network: string },
): Promise<undefined | Checked> {
  const subject = `sensitive ${accountId}`;
  const attempt = await attempts.begin(subject, network);
  if (isRefused(attempt)) return attempt;
  const kept = await verifierHashOf(db, accountId, sid);
  if (kept === undefined) {
    await attempt.undecided();
    return refuse("sensitive-not-set-up");
  }
  const matches = timingSafeEqual(Buffer.from(kept), Buffer.from(hashOf(verifier)));
  await attempt[matches ? "succeeded" : "failed"]();
  return matches ? undefined : refuse("sensitive-refused");
}

async function open({ db, around }: Deps, accountId: string, sid: string): Promise<Opened> {
  const token = around.randomBytes(32).toString("base64url");
  const expiresAt = around.now() + SESSION_MS;
  await db
    .insertInto("sensitive_sessions")
    .values({ token_hash: hashToken(token), account_id: accountId, sid, expires_at: expiresAt })
    .execute();
  return { token, expiresAt, expiresIn: SESSION_MS / 1000 };
}

function hashOf(verifier: string): string {
  return createHash("sha256").update(Buffer.from(verifier, "base64url")).digest("base64url");
}
