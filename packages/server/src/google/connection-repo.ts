/** The account's connected drive, as a row. The row stays after a disconnect, so that a different drive account is noticed later. */
import type { Database } from "../db/open-database.ts";
import type { DriveConnectionRow } from "../db/schema.ts";

export type DriveConnection = {
  readonly accountId: string;
  readonly connectionId: string;
  readonly provider: "google" | "sandbox";
  readonly sub: string;
  readonly email: string;
  readonly name: string;
  readonly scope: string;
  /** Undefined after a disconnect. */
  readonly sealedRefreshToken: string | undefined;
  readonly needsReconnection: boolean;
  readonly connectedAt: number;
  /** End of a time-limited permission, as consent screens in testing grant. */
  readonly grantEndsAt: number | undefined;
};

export type ConnectionRepo = {
  readonly of: (accountId: string) => Promise<DriveConnection | undefined>;
  readonly put: (connection: DriveConnection) => Promise<void>;
  /** Takes effect only while the failed refresh token is still in use, because a reconnect may have replaced it in the meantime. */
  readonly markNeedsReconnection: (connection: DriveConnection) => Promise<boolean>;
  readonly forgetToken: (accountId: string) => Promise<void>;
};

export function createConnectionRepo(db: Database): ConnectionRepo {
  return {
    of: async (accountId) =>
      toConnection(await db.selectFrom("drive_connections").selectAll().where("account_id", "=", accountId).executeTakeFirst()),
    put: async (connection) => {
      const { account_id, ...values } = toRow(connection);
      await db
        .insertInto("drive_connections")
        .values({ account_id, ...values })
        .onConflict((row) => row.column("account_id").doUpdateSet(values))
        .execute();
    },
    markNeedsReconnection: async ({ accountId, connectionId, sealedRefreshToken }) => {
      const marked = await db
        .updateTable("drive_connections")
        .set({ needs_reconnection: 1 })
        .where("account_id", "=", accountId)
        .where("connection_id", "=", connectionId)
        .where("sealed_refresh_token", "=", sealedRefreshToken ?? "")
        .executeTakeFirst();
      return marked.numUpdatedRows > 0n;
    },
    forgetToken: async (accountId) => {
      await db.updateTable("drive_connections").set({ sealed_refresh_token: null }).where("account_id", "=", accountId).execute();
    },
  };
}

function toRow(connection: DriveConnection): DriveConnectionRow {
  const { provider, sub, email, name, scope } = connection;
  return {
    account_id: connection.accountId,
    connection_id: connection.connectionId,
    provider,
    sub,
    email,
    name,
    scope,
    sealed_refresh_token: connection.sealedRefreshToken ?? null,
    needs_reconnection: connection.needsReconnection ? 1 : 0,
    connected_at: connection.connectedAt,
    grant_ends_at: connection.grantEndsAt ?? null,
  };
}

function toConnection(row: DriveConnectionRow | undefined): DriveConnection | undefined {
  if (row === undefined) return undefined;
  const { provider, sub, email, name, scope } = row;
  return {
    accountId: row.account_id,
    connectionId: row.connection_id,
    provider,
    sub,
    email,
    name,
    scope,
    sealedRefreshToken: row.sealed_refresh_token ?? undefined,
    needsReconnection: row.needs_reconnection === 1,
    connectedAt: row.connected_at,
    grantEndsAt: row.grant_ends_at ?? undefined,
  };
}
