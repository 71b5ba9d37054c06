/** Limits the rows that one turn of the event loop reads, however many an account or a server has. */

import { listActivity } from "@satchel/contract/accounts/activity.ts";
import { deleteAccount, listSessions } from "@satchel/contract/accounts/auth.ts";
import { type StatementWatch, watchStatements } from "@satchel/drive/testing/statement-watch.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KEPT_OF_A_KIND } from "../accounts/sign-in/sessions.ts";
import { createTestServer, type TestServer, type TestUser } from "../testing/test-server.ts";
import { PIECE_ROWS } from "./counts.ts";
import type { Database } from "./open-database.ts";

const [MANY, DAY_MS] = [3000, 86_400_000];
/** Covers all rows that the account's lists show, plus the few of the request itself. */
const MAX_ROWS = 2 * KEPT_OF_A_KIND + 10 * PIECE_ROWS;
const MAX_BYTES = 1024 * 1024;
const CLIENT = { device: "Somewhere", network: "198.51.100.0/24" };

let watch: StatementWatch;
let server: TestServer;
let ada: TestUser;
let db: Database;
beforeEach(async () => {
  watch = watchStatements();
  server = await createTestServer();
  ada = await server.join();
  db = server.stack().db;
});
afterEach(async () => {
  await server.close();
  watch.stop();
});

const rowsOf = async <Row>(count: number, toRow: (at: number) => Row, insert: (rows: Row[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < count; from += 100)
    await insert(Array.from({ length: Math.min(100, count - from) }, (_, at) => toRow(from + at)));
};

const someActivity = (at: number) =>
  rowsOf(
    MANY,
    (each) => ({ id: `a${at}-${each}`, account_id: ada.id, at: at - each, kind: "signed-in" as const, device: `d${each}`, network: "n" }),
    (rows) => db.insertInto("account_activity").values(rows).execute(),
  );

const someSessions = (seenAt: number, ended: "ended" | null) =>
  rowsOf(
    MANY,
    (each) => {
      const id = `s${seenAt}-${ended}-${each}`;
      const times = { created_at: seenAt - each, last_seen_at: seenAt - each };
      return { id, account_id: ada.id, token_hash: id, limited: 0, ...times, device: "d", network: "n", ended };
    },
    (rows) => db.insertInto("sessions").values(rows).execute(),
  );

async function expectBounded(run: () => Promise<unknown>): Promise<void> {
  const { rows, bytes } = await watch.most(run);
  // With PostgreSQL, this process reads no rows itself.
  expect(rows > 0).toBe(server.config.databaseUrl === undefined);
  expect(rows).toBeLessThanOrEqual(MAX_ROWS);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
}

const count = async (
  table: "account_activity" | "sessions" | "counts" | "sensitive_sessions" | "pending_registrations" | "device_approvals",
) => Number((await db.selectFrom(table).select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow()).count);

describe("the rows read in one turn", () => {
  it("are bounded when an account with much activity signs in and lists it", async () => {
    await someActivity(server.clock.at);
    await expectBounded(() => server.stack().services.activity.signedIn(ada, CLIENT));
    await expectBounded(() => server.call(listActivity, undefined, { token: ada.token }));
  });

  it("are bounded for many sessions, of which the most recent are kept and listed", async () => {
    await someSessions(server.clock.at - 1, null);
    const { sessions } = server.stack().services;
    await expectBounded(() => server.call(listSessions, undefined, { token: ada.token }));
    for (let at = 0; at < 3; at += 1) await expectBounded(() => sessions.start(ada.id, CLIENT));
    const listed = (await server.call(listSessions, undefined, { token: ada.token })).reply().sessions;
    expect(listed).toHaveLength(KEPT_OF_A_KIND);
    expect(listed.filter(({ network }) => network === CLIENT.network)).toHaveLength(3);
  });

  it("are bounded when the account is deleted", async () => {
    await someActivity(server.clock.at);
    await someSessions(server.clock.at - 1, "ended");
    await someSessions(server.clock.at - 1, null);
    await expectBounded(() => server.call(deleteAccount, { password: ada.password }, { token: ada.token }));
    expect([await count("account_activity"), await count("sessions")]).toEqual([0, 0]);
    expect(await server.stack().services.accounts.byId(ada.id)).toBeUndefined();
  });

  it("are bounded when the sweep removes expired rows", async () => {
    const old = server.clock.at - 200 * DAY_MS;
    await someActivity(old);
    await someSessions(old, null);
    const hashed = (each: number) => ({ token_hash: `t${each}`, account_id: ada.id, sid: "s", expires_at: old });
    await rowsOf(MANY, hashed, (rows) => db.insertInto("sensitive_sessions").values(rows).execute());
    const counted = (each: number) => ({ key: `k${each}`, count: 1, ends_at: old });
    await rowsOf(MANY, counted, (rows) => db.insertInto("counts").values(rows).execute());

    await expectBounded(() => server.stack().sweep());

    // One activity event and one session remain: the registration of this account, and its current session.
    expect([await count("account_activity"), await count("sessions"), await count("sensitive_sessions")]).toEqual([1, 1, 0]);
    expect(await db.selectFrom("counts").selectAll().where("ends_at", "=", old).execute()).toEqual([]);
  });
});

describe("a sweep", () => {
  it("continues after the failure of one part, and logs it", async () => {
    await someSessions(server.clock.at - 200 * DAY_MS, null);
    await db.schema.dropTable("invitations").execute();
    await db.schema.dropTable("counts").execute();
    await server.stack().sweep();
    expect(await count("sessions")).toBe(1);
    expect(server.log()).toContain("a sweep failed");
  });
});

describe("the embedded database", () => {
  it("has an index for every foreign key, so that a deletion does not read a whole table", async () => {
    if (server.config.databaseUrl !== undefined) return;
    const { tables } = { tables: (await db.introspection.getTables()).map(({ name }) => name) };
    const missing: string[] = [];
    for (const table of tables) {
      const keys = (await sql<{ from: string }>`select "from" from pragma_foreign_key_list(${table})`.execute(db)).rows;
      const indexed = await sql<{ name: string }>`select (select name from pragma_index_info(list.name) where seqno = 0) as name
        from pragma_index_list(${table}) as list`.execute(db);
      const columns = new Set(indexed.rows.map(({ name }) => name));
      missing.push(...keys.filter(({ from }) => !columns.has(from)).map(({ from }) => `${table}.${from}`));
    }
    expect(missing).toEqual([]);
  });
});
