/** Connections to PostgreSQL, shared by accounts and managed storage, with time-outs: an unresponsive server fails a request. */
import pg from "pg";
import { causeOf, StoreFailure } from "../../result.ts";

export type PostgresPool = pg.Pool;

const MAX_CONNECTIONS = 20;
const CONNECT_MS = 5000;
const STATEMENT_MS = 15_000;
/** Milliseconds after which the connection counts as dead, when not even the cancellation of a long statement arrives. */
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
  // A connection that broke while idle fails no request and must not end the process. The next request opens a new one.
  const ignore = () => undefined;
  pool.on("error", ignore);
  const host = hostOf(url);
  pool.on("connect", (client) => {
    client.on("error", ignore);
    client.query = namingFailures(client.query.bind(client), host, "query");
  });
  pool.connect = namingFailures(pool.connect.bind(pool), host, "connect");
  pool.query = namingFailures(pool.query.bind(pool), host, "query");
  return pool;
}

/** A connection without time-outs, for work on the whole database. End it after use. */
export async function openPatientConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "PostgreSQL";
}

/** Statements that PostgreSQL refused keep their error: callers read its code. Connections that broke, and databases that stop, do not. */
const REFUSED_STATEMENT = /^(?!08|57P|533|E[A-Z])[0-9A-Z]{5}$/;

/** Returns the same function, whose promise names the host and the cause if the database could not be used. */
function namingFailures<Call extends (...given: never[]) => unknown>(call: Call, host: string, operation: string): Call {
  return ((...given: Parameters<Call>) => {
    const answer = call(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      const cause = causeOf(error);
      throw REFUSED_STATEMENT.test(cause) ? error : new StoreFailure({ host, operation, cause });
    });
  }) as Call;
}

/** All times, sizes and counters are below 2^53, so they are read as numbers. */
const getTypeParser = ((oid: number, format: "text") =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"];

/** PostgreSQL stores no NUL in a text. The symbol U+2400 replaces it in stored and in searched texts. */
export function toValues(values: readonly unknown[]): unknown[] {
  return values.map((value) => (typeof value === "string" ? value.replaceAll("\0", "\u2400") : value));
}

/** Runs `run` on one connection inside a transaction. `isDone` decides from its result whether to commit. */
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
    // On a failure the connection is closed, and the database rolls back.
    client.release(failure);
  }
}
