import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { login, prelogin, register } from "@satchel/contract/accounts/auth.ts";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aKdf, aSecret, aVault, toNewVault } from "./testing/keys.ts";
import { addressOf, createStarter, type Started, type Starter } from "./testing/start-main.ts";

const START_MS = 60_000;

let folder = "";
let starter: Starter;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "satchel-main-"));
  starter = createStarter(folder);
});
afterEach(async () => {
  starter.killAll();
  await rm(folder, { recursive: true, force: true });
});

const run = (env: Record<string, string>): Started => starter.run(env);

const post = (url: string, body: unknown) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Waits until the server accepts no new connection, which shows that it has received the signal. */
async function takesNoLine(address: string): Promise<void> {
  const answer = () => fetch(`${address}/healthz`).catch(() => undefined);
  await vi.waitFor(async () => expect(await answer()).toBeUndefined(), { timeout: START_MS });
}

describe("decision 0006 startup and shutdown", () => {
  it("prints one line with its address, responds there, and exits cleanly", { timeout: START_MS }, async () => {
    const started = run({});
    const address = await addressOf(started);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    started.child.kill("SIGTERM");

    expect(await started.ended).toBe(0);
    expect(started.out()).toBe(`Satchel is ready at ${address}\n`);
    expect(started.err()).toBe("");
  });

  it("exits cleanly after the last running request, although its connection is kept alive", { timeout: START_MS }, async () => {
    // Shorter than the keep-alive time: a client that keeps waiting is cut off, and the exit code then differs.
    const started = run({ SHUTDOWN_SECONDS: "30" });
    const address = await addressOf(started);
    const agent = new Agent({ keepAlive: true });
    const body = JSON.stringify({ email: "ada@example.org" });
    const slow = request(`${address}${prelogin.path}`, {
      agent,
      method: "POST",
      headers: { "content-type": "application/json", "content-length": body.length, expect: "100-continue" },
    });
    const answered = once(slow, "response") as Promise<[IncomingMessage]>;
    // The head has been sent, the body has not.
    slow.flushHeaders();
    await once(slow, "continue");
    started.child.kill("SIGTERM");
    await takesNoLine(address);
    slow.end(body);

    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(await started.ended).toBe(0);
    agent.destroy();
  });

  it("restricts data and secret to its own user", { timeout: START_MS }, async () => {
    const started = run({});
    await addressOf(started);
    expect((await stat(join(folder, "data"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, "data", "secret.key"))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, "data", "secret.key"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it("keeps everything acknowledged when it is killed", { timeout: START_MS }, async () => {
    const first = run({});
    const user = { email: "ada@example.org", password: aSecret() };
    const joined = await post(`${await addressOf(first)}${register.path}`, { ...user, kdf: aKdf(), keys: toNewVault(aVault()) });
    first.child.kill("SIGKILL");
    await first.ended;
    expect(joined.status).toBe(200);

    const second = run({});
    expect((await post(`${await addressOf(second)}${login.path}`, user)).status).toBe(200);
  });
});

describe("decision 0006: a failed start prints one clear line and exits with an error", () => {
  const expectLine = async (started: Started, pattern: RegExp): Promise<void> => {
    expect(await started.ended).toBe(1);
    expect(started.out()).toBe("");
    expect(started.err()).toMatch(pattern);
    expect(started.err().trimEnd().split("\n")).toHaveLength(1);
  };

  it("reports a port that is in use", { timeout: START_MS }, async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    await expectLine(run({ PORT: String(port) }), new RegExp(`^Port ${port} is taken`));
    taken.close();
  });

  it("reports a data folder that cannot be written", { timeout: START_MS }, async () => {
    await writeFile(join(folder, "file"), "");
    await expectLine(run({ SATCHEL_DATA_DIR: join(folder, "file") }), /^The data folder .* cannot be written/);
    await expectLine(run({ SATCHEL_DATA_DIR: "/proc/satchel" }), /^The data folder .* cannot be written/);
  });

  it("reports a damaged database", { timeout: START_MS }, async () => {
    const started = run({});
    await addressOf(started);
    started.child.kill("SIGTERM");
    await started.ended;
    await writeFile(join(folder, "data", "satchel.sqlite"), "no database ".repeat(1000));
    await expectLine(run({}), /satchel\.sqlite .*damaged/);
  });

  it("reports a data folder of a newer version, and leaves it unchanged", { timeout: START_MS }, async () => {
    const started = run({});
    await addressOf(started);
    started.child.kill("SIGTERM");
    await started.ended;
    const change = (file: string, sql: string): void => {
      const database = new BetterSqlite3(join(folder, "data", file));
      database.exec(sql);
      database.close();
    };
    change("managed/drive.sqlite", "PRAGMA user_version = 999");
    await expectLine(run({}), /drive\.sqlite was written by a newer version of Satchel\. Start that version/);
    change("managed/drive.sqlite", "PRAGMA user_version = 1");

    change("satchel.sqlite", "INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-from-the-future', '2030-01-01T00:00:00.000Z')");
    await expectLine(run({}), /satchel\.sqlite was written by another version of Satchel\. Start that version, or a newer one/);
    const database = new BetterSqlite3(join(folder, "data", "satchel.sqlite"), { readonly: true });
    expect(database.prepare("SELECT name FROM kysely_migration ORDER BY name DESC LIMIT 1").pluck().get()).toBe("9999-from-the-future");
    database.close();
  });

  it("reports a damaged secret key, an invalid port and an unreachable database", { timeout: START_MS }, async () => {
    await expectLine(run({ PORT: "eighty" }), /^PORT must be a number/);
    await expectLine(run({ DATABASE_URL: "postgres://localhost/x" }), /^DATABASE_URL needs SATCHEL_SECRET/);
    const secret = { SATCHEL_SECRET: "a secret of at least thirty-two characters" };
    await expectLine(
      run({ ...secret, DATABASE_URL: "postgres://127.0.0.1:1/x" }),
      /^PostgreSQL at DATABASE_URL does not let us in \(ECONNREFUSED\)/,
    );
    const started = run({});
    await addressOf(started);
    started.child.kill("SIGTERM");
    await started.ended;
    await writeFile(join(folder, "data", "secret.key"), "gone");
    await expectLine(run({}), /secret\.key is damaged/);
  });
});
