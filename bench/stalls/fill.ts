/** Fills the two databases of a stopped server with the maximum that one account, or many, could store. */
import { join } from "node:path";
import { openSqliteMetadataStore } from "@satchel/drive/storage/sqlite/sqlite-metadata-store.ts";
import { toPut } from "@satchel/drive/testing/file-records.ts";
import Database from "better-sqlite3";

export const AMOUNTS = { files: 20_000, large: 1000, searched: 10_000, activity: 10_000, sessions: 10_000, swept: 100_000, uploads: 2000 };
export type Amounts = typeof AMOUNTS;

const DAY_MS = 86_400_000;
/** 98 kB in UTF-8. */
const LARGE_NAME = "名".repeat(32_600);
const DESCRIPTION = "a b c ".repeat(4096 / 6);
const PROPERTIES = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`key${at}`, "v".repeat(100)]));

export type Owners = {
  /** An account with files in a folder and in the trash, and rows in every table. */
  readonly deleted: string;
  readonly trash: string;
  /** An account with few files, each with the maximum of metadata. */
  readonly large: string;
  readonly searched: string;
};

export async function fillDrive(dataDir: string, owners: Owners, amounts: Amounts): Promise<void> {
  const store = openSqliteMetadataStore(join(dataDir, "managed", "drive.sqlite"));
  const now = Date.now();
  const put = async (account: string, count: number, fields: (at: number) => Parameters<typeof toPut>[1]): Promise<void> => {
    for (let from = 0; from < count; from += 500) {
      const puts = Array.from({ length: Math.min(500, count - from) }, (_, at) =>
        toPut(`${account}-${from + at}`, { name: `n${from + at}`, createdTime: now, modifiedTime: now, madeAt: now, ...fields(from + at) }),
      );
      await store.commit(account, { expect: new Map(), puts, removes: [], limitBytes: undefined, at: now });
    }
  };
  await put(owners.deleted, amounts.files, () => ({ description: DESCRIPTION.slice(0, 1000) }));
  await put(owners.trash, amounts.files, () => ({
    description: DESCRIPTION.slice(0, 1000),
    trashed: true,
    explicitlyTrashed: true,
    trashedTime: now,
  }));
  await put(owners.large, amounts.large, (at) => ({ name: `${LARGE_NAME}${at}`, properties: PROPERTIES, appProperties: PROPERTIES }));
  await put(owners.searched, amounts.searched, () => ({ description: DESCRIPTION, properties: PROPERTIES }));
  await put("swept", amounts.files, () => ({ trashed: true, explicitlyTrashed: true, trashedTime: now - 40 * DAY_MS }));
  for (let at = 0; at < amounts.uploads; at += 1)
    await store.putUpload({
      id: `u${at}`,
      accountId: `u${at % 100}`,
      blobKey: `upload-${String(at).padStart(10, "0")}`,
      startedAt: now - 10 * DAY_MS,
      plan: LARGE_NAME,
    });
  await store.close();
}

export function fillAccounts(dataDir: string, accountId: string, amounts: Amounts): void {
  const db = new Database(join(dataDir, "satchel.sqlite"));
  const [now, old] = [Date.now(), Date.now() - 200 * DAY_MS];
  const rows = (count: number, sql: string, values: (at: number) => readonly (string | number | null)[]): void => {
    const statement = db.prepare(sql);
    db.transaction(() => {
      for (let at = 0; at < count; at += 1) statement.run(...values(at));
    })();
  };
  const activity =
    "INSERT INTO account_activity (id, account_id, at, kind, device, network) VALUES (?, ?, ?, 'signed-in', ?, '203.0.113.0/24')";
  const session =
    "INSERT INTO sessions (id, account_id, token_hash, limited, created_at, last_seen_at, device, network, ended) VALUES (?, ?, ?, 0, ?, ?, ?, 'n', ?)";
  const device = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  rows(amounts.activity, activity, (at) => [`a${at}`, accountId, now - at, `${device} ${at}`]);
  rows(amounts.sessions, session, (at) => [`s${at}`, accountId, `h${at}`, now - at, now - at, device, null]);
  const other = "INSERT INTO accounts (id, email, plan, needs_onboarding, created_at) VALUES ('other', 'other@example.org', 'free', 0, 1)";
  db.exec(other);
  rows(amounts.swept, activity, (at) => [`oa${at}`, "other", old - at, device]);
  rows(amounts.swept, session, (at) => [`os${at}`, "other", `oh${at}`, old - at, old - at, device, null]);
  const record = "INSERT INTO device_records (account_id, device_id, session_id, record, left_at) VALUES ('other', ?, ?, ?, ?)";
  rows(amounts.sessions, record, (at) => [`d${at}`, `os${at}`, "r".repeat(200), old]);
  rows(amounts.swept, "INSERT INTO sensitive_sessions (token_hash, account_id, sid, expires_at) VALUES (?, ?, 's', ?)", (at) => [
    `t${at}`,
    "other",
    old,
  ]);
  rows(amounts.swept, "INSERT INTO counts (key, count, ends_at) VALUES (?, 1, ?)", (at) => [`k${at}`, old]);
  rows(amounts.activity, "INSERT INTO invitations (code_hash, expires_at) VALUES (?, ?)", (at) => [`i${at}`, old]);
  rows(2000, "INSERT INTO pending_registrations (id, email, payload, token_hash, created_at) VALUES (?, ?, ?, ?, ?)", (at) => [
    `p${at}`,
    `e${at}`,
    "x".repeat(100_000),
    `ph${at}`,
    old,
  ]);
  db.close();
}
