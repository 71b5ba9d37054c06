/** Connections to PostgreSQL, shared by accounts and managed storage, with timeouts: an unresponsive server fails a request. */
import pg from "pg";

export type PostgresPool = pg.Pool;

const MAX_CONNECTIONS = 20;
const CONNECT_MS = 5000;
const STATEMENT_MS = 15_000;
/** Where not even the refusal of a long statement comes: the line is dead. */
const ANSWER_MS = 20_000;
const INT8 = 20;

export function openPostgresPool(url: string): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: "satchel",
    types: { getTypeParser },
  });
  // A connection that broke while idle fails no request and must not end the process: the next request opens a new one.
  const ignore = () => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => void client.on("error", ignore));
  return pool;
}

/** Times, sizes and counters are all below 2^53. */
const getTypeParser = ((oid: number, format: "text") =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"];

/** PostgreSQL keeps no NUL in a text; its own sign represents it, in what is written and in what is looked for. */
export function toValues(values: readonly unknown[]): unknown[] {
  return values.map((value) => (typeof value === "string" ? value.replaceAll("\0", "\u2400") : value));
}

/** Runs `run` on one connection inside a transaction; `isDone` shows whether what it answered is to stay. */
export async function transact<Value>(
  pool: PostgresPool,
  run: (client: pg.PoolClient) => Promise<Value>,
  isDone: (answer: Value) => boolean,
): Promise<Value> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query("BEGIN");
    const answer = await run(client);
    await client.query(isDone(answer) ? "COMMIT" : "ROLLBACK");
    return answer;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // With a failure the connection is closed, and the database undoes what was begun on it.
    client.release(failure);
  }
}
