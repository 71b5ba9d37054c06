/**
 * Counts the rows and bytes, not the time, that statements of embedded databases read in one turn of the event loop. A counting function
 * becomes the first term of every `WHERE`, so that a row counts whether it is returned or not. Rows reached by foreign keys alone do not
 * count.
 */
import Database from "better-sqlite3";

export type LookedAt = { readonly rows: number; readonly bytes: number };

export type StatementWatch = {
  /** The maximum in one turn while `run` runs. */
  readonly most: (run: () => Promise<unknown>) => Promise<LookedAt>;
  readonly stop: () => void;
};

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  files: ["name", "description", "original_filename", "app_properties", "properties"],
  upload_sessions: ["plan"],
  pending_registrations: ["payload"],
  vaults: ["document"],
};

/** Watches databases that are opened after this call. */
export function watchStatements(): StatementWatch {
  const { prototype } = Database as unknown as { readonly prototype: Database.Database };
  const prepare = prototype.prepare;
  const [seen, now] = [new WeakSet<Database.Database>(), { rows: 0, bytes: 0 }];
  const lookAt = (bytes: unknown): number => {
    now.rows += 1;
    now.bytes += Number(bytes);
    return 1;
  };
  prototype.prepare = function (this: Database.Database, sql: string) {
    if (!seen.has(this)) this.function("look_at", { deterministic: false }, lookAt);
    seen.add(this);
    return prepare.call(this, withLooks(sql));
  } as typeof prepare;
  return {
    most: (run) => mostOf(now, run),
    stop: () => {
      prototype.prepare = prepare;
    },
  };
}

function withLooks(sql: string): string {
  if (!/^\s*(?:select|update|delete)\b/i.test(sql) || /\bsqlite_master\b/.test(sql)) return sql;
  const table = /\b(?:from|update)\s+"?(\w+)/i.exec(sql)?.[1] ?? "";
  // An existence check reads the index only.
  const texts = /^\s*select 1 /i.test(sql) ? [] : (TEXTS[table] ?? []);
  const bytes = texts.map((column) => `coalesce(octet_length(${table}.${column}), 0)`);
  return sql.replace(/(?<!AS pair )\bwhere\b/gi, `WHERE look_at(${bytes.join(" + ") || "0"}) = 1 AND`);
}

async function mostOf(now: { rows: number; bytes: number }, run: () => Promise<unknown>): Promise<LookedAt> {
  let most: LookedAt = { rows: 0, bytes: 0 };
  const running = { is: true };
  const turn = (): void => {
    most = { rows: Math.max(most.rows, now.rows), bytes: Math.max(most.bytes, now.bytes) };
    [now.rows, now.bytes] = [0, 0];
    if (running.is) setImmediate(turn);
  };
  // Excludes everything done before.
  await new Promise((resolve) => setImmediate(resolve));
  [now.rows, now.bytes] = [0, 0];
  turn();
  await run();
  running.is = false;
  turn();
  return most;
}
