/** Starts a real PostgreSQL on loopback in a temporary folder that is removed with it. Never uses one that is running already. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";

export type PostgresServer = {
  readonly url: string;
  /** Ends every connection, like a pulled cable. */
  cutConnections(): Promise<void>;
  /** Kills the server without a shutdown. */
  kill(): Promise<void>;
  /** Restarts after `kill`, over the same folder and on the same port. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
};

type Programs = { readonly folder: string; readonly owner: { readonly uid?: number; readonly gid?: number } };

/** `isDurable` waits for the disk as in production. Only tests that kill the server need that. */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const programs = findPrograms();
  const folder = mkdtempSync(path.join(tmpdir(), "postgres-"));
  if (programs.owner.uid !== undefined) chownSync(folder, programs.owner.uid, programs.owner.gid ?? 0);
  execFileSync(
    path.join(programs.folder, "initdb"),
    ["-D", `${folder}/data`, "-U", "satchel", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
    {
      ...programs.owner,
      cwd: folder,
      stdio: "ignore",
    },
  );
  const port = await freePort();
  const url = `postgres://satchel@127.0.0.1:${port}/postgres`;
  const settings = isDurable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const start = () => startProcess(programs, folder, port, settings, url);
  let running = await start();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = endWithUs(() => running, remove);
  const end = async (signal: "SIGINT" | "SIGQUIT") => {
    const gone = once(running, "exit");
    if (running.exitCode === null && running.signalCode === null && running.kill(signal)) await gone;
  };
  return {
    url,
    cutConnections: () =>
      withClient(url, async (client) => {
        await client.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND client_port IS NOT NULL",
        );
      }),
    kill: () => end("SIGQUIT"),
    startAgain: async () => {
      running = await start();
    },
    stop: async () => {
      forget();
      await end("SIGINT");
      remove();
    },
  };
}

/** Creates an empty database beside the others and returns its URL. */
export async function createTestDatabase(url: string): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await withClient(url, async (client) => void (await client.query(`CREATE DATABASE ${name}`)));
  return new URL(`/${name}`, url).href;
}

/** Returns every row of every table, as text. */
export async function rowsAsText(url: string): Promise<string> {
  let text = "";
  await withClient(url, async (client) => {
    const tables = await client.query<{ name: string }>("SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'");
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`SELECT each::text AS row FROM ${name} AS each`);
      text += rows.map(({ row }) => `${name} ${row}\n`).join("");
    }
  });
  return text;
}

/** Stops the server even if the test ends early. */
function endWithUs(running: () => ChildProcess, remove: () => void): () => void {
  const end = () => {
    running().kill("SIGQUIT");
    remove();
  };
  process.once("exit", end);
  return () => process.off("exit", end);
}

/** PostgreSQL does not run as root, so as root the server runs as the user that its package created. */
function findPrograms(): Programs {
  const folder = [process.env.SATCHEL_POSTGRES ?? "", ...debianFolders(), ...(process.env.PATH ?? "").split(path.delimiter)].find(
    (each) => each !== "" && existsSync(path.join(each, "initdb")) && existsSync(path.join(each, "postgres")),
  );
  if (folder === undefined)
    throw new Error("No PostgreSQL was found. Install Debian's package postgresql, or set SATCHEL_POSTGRES to the folder of initdb.");
  return { folder, owner: process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {} };
}

function debianFolders(): readonly string[] {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => path.join(root, version, "bin"));
}

function idOf(option: "-u" | "-g"): number {
  return Number(execFileSync("id", [option, "postgres"]));
}

async function startProcess(
  { folder: bin, owner }: Programs,
  folder: string,
  port: number,
  settings: readonly string[],
  url: string,
): Promise<ChildProcess> {
  const all = ["listen_addresses=127.0.0.1", `port=${port}`, `unix_socket_directories=${folder}`, "max_connections=120", ...settings];
  const child = spawn(path.join(bin, "postgres"), ["-D", `${folder}/data`, ...all.flatMap((setting) => ["-c", setting])], {
    ...owner,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return child;
}

async function answers(url: string): Promise<boolean> {
  try {
    await withClient(url, async (client) => void (await client.query("SELECT 1")));
    return true;
  } catch {
    return false;
  }
}

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
