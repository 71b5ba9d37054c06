/** Sessions: opaque random tokens stored as SHA-256. Expired and revoked ones are reported differently. encryption.md 3.5 (13). */
import { createHash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import type { Session } from "@satchel/contract/accounts/auth.ts";
import { deleteInPieces, PIECE_ROWS } from "../../db/counts.ts";
import type { Database } from "../../db/open-database.ts";
import type { SessionRow } from "../../db/schema.ts";
import { newId, type RuntimeEnvironment } from "../../shared/environment.ts";
import { type Refusal, refuse } from "../../shared/refusal.ts";
import type { Account, AccountRepo } from "../account-repo.ts";

export type Caller = { readonly account: Account; readonly sessionId: string; readonly limited: boolean };

const DAY_MS = 86_400_000;
const IDLE_MS = 60 * DAY_MS;
/** Maximum age of a session, however much it is used. */
const MAX_AGE_MS = 180 * DAY_MS;
const LIMITED_MS = DAY_MS;
/** Ended sessions are kept this long, so that their browsers learn the reason. */
const REMEMBERED_MS = 180 * DAY_MS;
/** `last_seen_at` is written at most this often, because a read must not cost a durable write each time. */
const SEEN_STEP_MS = 10 * 60_000;
const TOKEN_BYTES = 32;
/** Maximum number of sessions kept per account and kind (active, limited, ended, revoked); far more than one user has browsers. */
export const KEPT_OF_A_KIND = 300;

export type Sessions = {
  /** Returns the token. Only its hash is stored. */
  readonly start: (accountId: string, client: Client, limited?: boolean) => Promise<string>;
  /** If a client is given, its network is recorded now and then. */
  readonly find: (token: string, client?: Client) => Promise<Caller | Refusal<"session-ended" | "session-revoked">>;
  /** True if the session is still valid. */
  readonly isLiving: (sessionId: string) => Promise<boolean>;
  /** Returns those of the sessions that are still valid. */
  readonly livingAmong: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly list: (caller: Caller) => Promise<readonly Session[]>;
  /** Returns the sessions of an account that are still valid, the most recently used first. */
  readonly livingOf: (accountId: string) => Promise<readonly Session[]>;
  /** Returns false if the account has no valid session with this id. */
  readonly revoke: (accountId: string, sessionId: string) => Promise<boolean>;
  /** Ends all sessions of an account and returns how many there were. After "revoked" their browsers also drop the keys. */
  readonly endAll: (accountId: string, ended: "ended" | "revoked") => Promise<number>;
  readonly signOut: (caller: Caller) => Promise<void>;
  /** Removes sessions that expired long ago. */
  readonly sweep: () => Promise<void>;
};

export function createSessions(db: Database, accounts: AccountRepo, around: RuntimeEnvironment): Sessions {
  return {
    start: (accountId, client, limited = false) => startSession(db, around, { accountId, client, limited }),
    find: (token, client) => findCaller(db, { token, client }, { accounts, around }),
    isLiving: async (sessionId) => {
      const row = await db.selectFrom("sessions").selectAll().where("id", "=", sessionId).executeTakeFirst();
      return row !== undefined && row.ended === null && !isOver(row, around.now());
    },
    livingAmong: async (sessionIds) => {
      const rows = await db.selectFrom("sessions").selectAll().where("id", "in", sessionIds).where("ended", "is", null).execute();
      return new Set(rows.filter((row) => !isOver(row, around.now())).map(({ id }) => id));
    },
    list: (caller) => listSessions(db, around, { accountId: caller.account.id, currentId: caller.sessionId }),
    livingOf: (accountId) => listSessions(db, around, { accountId, currentId: undefined }),
    revoke: (accountId, sessionId) => endSession(db, accountId, { sessionId, ended: "revoked" }),
    endAll: async (accountId, ended) => {
      const living = db.updateTable("sessions").set({ ended }).where("account_id", "=", accountId).where("ended", "is", null);
      return Number((await living.executeTakeFirst()).numUpdatedRows);
    },
    signOut: async (caller) => {
      await endSession(db, caller.account.id, { sessionId: caller.sessionId, ended: "ended" });
    },
    sweep: async () => {
      const before = around.now() - REMEMBERED_MS;
      await deleteInPieces((limit) => {
        const forgotten = db.selectFrom("sessions").select("id").where("last_seen_at", "<", before).limit(limit);
        return db.deleteFrom("sessions").where("id", "in", forgotten).executeTakeFirst();
      });
    },
  };
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

type Start = { readonly accountId: string; readonly client: Client; readonly limited: boolean };

async function startSession(db: Database, around: RuntimeEnvironment, { accountId, client, limited }: Start): Promise<string> {
  const token = around.randomBytes(TOKEN_BYTES).toString("base64url");
  const now = around.now();
  const row: SessionRow = {
    id: newId(around),
    account_id: accountId,
    token_hash: hashToken(token),
    limited: limited ? 1 : 0,
    created_at: now,
    last_seen_at: now,
    device: client.device,
    network: client.network,
    ended: null,
  };
  await db.insertInto("sessions").values(row).execute();
  await dropSurplus(db, accountId);
  return token;
}

/**
 * Keeps the most recently seen sessions of each kind. Limited ones are counted separately, because the mailbox alone must not end a full
 * session.
 */
async function dropSurplus(db: Database, accountId: string): Promise<void> {
  for (const kind of KINDS) {
    const surplus = ofKind(db, accountId, kind).select("id").offset(KEPT_OF_A_KIND).limit(PIECE_ROWS);
    await db.deleteFrom("sessions").where("id", "in", surplus).execute();
  }
}

type Kind = Pick<SessionRow, "ended" | "limited">;

const LIVING: readonly Kind[] = [0, 1].map((limited) => ({ ended: null, limited }));
const KINDS: readonly Kind[] = [
  ...LIVING,
  ...LIVING.flatMap(({ limited }) => (["ended", "revoked"] as const).map((ended) => ({ ended, limited }))),
];

/** Orders by last use, newest first. An index provides the order, so that a limit bounds the rows read. */
function ofKind(db: Database, accountId: string, { ended, limited }: Kind) {
  const rows = db.selectFrom("sessions").where("account_id", "=", accountId).where("limited", "=", limited);
  return (ended === null ? rows.where("ended", "is", null) : rows.where("ended", "=", ended)).orderBy("last_seen_at", "desc");
}

async function findCaller(
  db: Database,
  { token, client }: { readonly token: string; readonly client: Client | undefined },
  { accounts, around }: { readonly accounts: AccountRepo; readonly around: RuntimeEnvironment },
): Promise<Caller | Refusal<"session-ended" | "session-revoked">> {
  const row = await db.selectFrom("sessions").selectAll().where("token_hash", "=", hashToken(token)).executeTakeFirst();
  if (row?.ended === "revoked") return refuse("session-revoked");
  if (row === undefined || row.ended !== null || isOver(row, around.now())) return refuse("session-ended");
  const account = await accounts.byId(row.account_id);
  if (account === undefined) return refuse("session-ended");
  await noteSeen(db, row, { client, now: around.now() });
  return { account, sessionId: row.id, limited: row.limited === 1 };
}

function isOver(row: SessionRow, now: number): boolean {
  if (row.limited === 1) return now - row.created_at > LIMITED_MS;
  return now - row.last_seen_at > IDLE_MS || now - row.created_at > MAX_AGE_MS;
}

async function noteSeen(
  db: Database,
  row: SessionRow,
  { client, now }: { readonly client: Client | undefined; readonly now: number },
): Promise<void> {
  if (now - row.last_seen_at < SEEN_STEP_MS) return;
  // If the database cannot be written at the moment, the request still succeeds; the next one records it.
  await db
    .updateTable("sessions")
    .set({ last_seen_at: now, network: client?.network ?? row.network })
    .where("id", "=", row.id)
    .execute()
    .catch(() => undefined);
}

type Listing = { readonly accountId: string; readonly currentId: string | undefined };

async function listSessions(db: Database, around: RuntimeEnvironment, { accountId, currentId }: Listing): Promise<readonly Session[]> {
  const kinds = await Promise.all(LIVING.map((kind) => ofKind(db, accountId, kind).selectAll().limit(KEPT_OF_A_KIND).execute()));
  const rows = kinds.flat().sort((left, right) => right.last_seen_at - left.last_seen_at);
  return rows.filter((row) => !isOver(row, around.now())).map((row) => toSession(row, currentId));
}

function toSession(row: SessionRow, currentId: string | undefined): Session {
  const { id, device, network } = row;
  const limited = row.limited === 1;
  return { id, device, network, createdAt: row.created_at, lastSeenAt: row.last_seen_at, current: id === currentId, limited };
}

async function endSession(
  db: Database,
  accountId: string,
  { sessionId, ended }: { readonly sessionId: string; readonly ended: "ended" | "revoked" },
): Promise<boolean> {
  const done = await db
    .updateTable("sessions")
    .set({ ended })
    .where("id", "=", sessionId)
    .where("account_id", "=", accountId)
    .where("ended", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Stored data about a client: its network (never the full address) and the browser's name for itself. Decision 0006. */
export type Client = { readonly network: string; readonly device: string };

const DEVICE_CHARS = 200;

export function toClient(address: string, userAgent: string | undefined): Client {
  return { network: networkOf(address), device: (userAgent ?? "").replace(/\p{Cc}/gu, "").slice(0, DEVICE_CHARS) };
}

/** Returns the /24 of an IPv4 address or the /48 of an IPv6 one. Rate limits count by it, and it does not identify a household. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, "").replace(/%.*$/, "");
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return "unknown";
  return `${groupsOf(plain).slice(0, 3).join(":")}::/48`;
}

/** Returns the eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = "", tail] = address.toLowerCase().split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  return [...first, ...zeros, ...last].map((group) => group.replace(/^0+(?=.)/, ""));
}
