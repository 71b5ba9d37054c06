/** SandboxStore on SQLite, so that a restart of the server does not disconnect the drives. */
import Database from "better-sqlite3";
import type { SandboxStore, SandboxUser, Ticket, TicketKind } from "./sandbox-store.ts";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS sandbox_users (id TEXT PRIMARY KEY, email TEXT NOT NULL, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sandbox_tickets (
  kind TEXT NOT NULL, hash TEXT NOT NULL, user_id TEXT NOT NULL, client_id TEXT NOT NULL,
  scopes TEXT NOT NULL, expires_at INTEGER, details TEXT NOT NULL, PRIMARY KEY (kind, hash)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sandbox_tickets_owner ON sandbox_tickets (user_id, client_id);
CREATE TABLE IF NOT EXISTS sandbox_grants (
  user_id TEXT NOT NULL, client_id TEXT NOT NULL, scope TEXT NOT NULL, PRIMARY KEY (user_id, client_id, scope)
) WITHOUT ROWID;
`;

type TicketRow = {
  readonly kind: TicketKind;
  readonly hash: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly scopes: string;
  readonly expires_at: number | null;
  readonly details: string;
};

export function openSqliteSandboxStore(file: string): SandboxStore {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec(SCHEMA);
  const sql = prepareAll(db);
  return {
    putUser: async ({ id, email, name }) => void sql.putUser.run(id, email, name),
    getUser: async (id) => sql.getUser.get(id) as SandboxUser | undefined,
    put: async (ticket) => void sql.put.run(toRow(ticket)),
    get: async (kind, hash) => toTicket(sql.get.get(kind, hash)),
    take: async (kind, hash) => toTicket(sql.take.get(kind, hash)),
    revoke: async (userId, clientId) => {
      sql.removeTickets.run(userId, clientId);
      sql.removeGrants.run(userId, clientId);
    },
    removeAccessTokens: async (userId) => void (userId === undefined ? sql.removeAccess.run() : sql.removeAccessOf.run(userId)),
    removeExpired: async (now) => void sql.removeExpired.run(now),
    grantedScopes: async (userId, clientId) => sql.scopes.all(userId, clientId) as string[],
    grant: async (userId, clientId, scopes) => {
      for (const scope of scopes) sql.grant.run(userId, clientId, scope);
    },
    close: async () => void db.close(),
  };
}

function prepareAll(db: Database.Database) {
  return {
    putUser: db.prepare("INSERT OR REPLACE INTO sandbox_users VALUES (?, ?, ?)"),
    getUser: db.prepare("SELECT id, email, name FROM sandbox_users WHERE id = ?"),
    put: db.prepare("INSERT OR REPLACE INTO sandbox_tickets VALUES (:kind, :hash, :user_id, :client_id, :scopes, :expires_at, :details)"),
    get: db.prepare("SELECT * FROM sandbox_tickets WHERE kind = ? AND hash = ?"),
    take: db.prepare("DELETE FROM sandbox_tickets WHERE kind = ? AND hash = ? RETURNING *"),
    removeTickets: db.prepare("DELETE FROM sandbox_tickets WHERE user_id = ? AND client_id = ?"),
    removeGrants: db.prepare("DELETE FROM sandbox_grants WHERE user_id = ? AND client_id = ?"),
    removeAccess: db.prepare("DELETE FROM sandbox_tickets WHERE kind = 'access'"),
    removeAccessOf: db.prepare("DELETE FROM sandbox_tickets WHERE kind = 'access' AND user_id = ?"),
    removeExpired: db.prepare("DELETE FROM sandbox_tickets WHERE expires_at <= ?"),
    scopes: db.prepare("SELECT scope FROM sandbox_grants WHERE user_id = ? AND client_id = ? ORDER BY scope").pluck(),
    grant: db.prepare("INSERT OR IGNORE INTO sandbox_grants VALUES (?, ?, ?)"),
  };
}

function toRow(ticket: Ticket): TicketRow {
  return {
    kind: ticket.kind,
    hash: ticket.hash,
    user_id: ticket.userId,
    client_id: ticket.clientId,
    scopes: JSON.stringify(ticket.scopes),
    expires_at: Number.isFinite(ticket.expiresAt) ? ticket.expiresAt : null,
    details: ticket.details,
  };
}

function toTicket(found: unknown): Ticket | undefined {
  const row = found as TicketRow | undefined;
  if (row === undefined) return undefined;
  return {
    kind: row.kind,
    hash: row.hash,
    userId: row.user_id,
    clientId: row.client_id,
    scopes: JSON.parse(row.scopes) as readonly string[],
    expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
    details: row.details,
  };
}
