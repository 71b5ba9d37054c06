import { randomBytes } from "node:crypto";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { login } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { createTestDatabase } from "@satchel/drive/testing/postgres-server.ts";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type Config, loadConfig } from "../../config/config.ts";
import { createLogger } from "../../http/operators/metrics.ts";
import { createTestServer, ORIGIN, type TestServer, type TestUser } from "../../testing/test-server.ts";
import { runCommand } from "../commands/commands.ts";
import { buildServer } from "../start.ts";
import { listBackups } from "./backup-folder.ts";

let server: TestServer;
let folder = "";
beforeEach(async () => {
  server = await createTestServer();
  folder = await mkdtemp(join(tmpdir(), "satchel-backups-"));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const backups = (): string => join(folder, "backups");
const run = (config: Config, ...args: readonly string[]) =>
  runCommand(config, args, { around: server.stack().services.around, reserveBytes: 1 });
const backUp = (...args: readonly string[]) => run(server.config, "backup", backups(), ...args);

type Stored = { readonly user: TestUser; readonly files: ReadonlyMap<string, string> };

/** Joins, and stores files of several sizes in managed storage. */
async function fill(): Promise<Stored> {
  const origin = server.stack().app.server.listening ? undefined : await server.listen();
  const user = await server.join("ada@example.org");
  await server.call(completeOnboarding, { planType: "basic" }, { token: user.token });
  const headers = { authorization: `Bearer ${user.token}`, "content-type": "application/octet-stream" };
  const files = new Map<string, string>();
  for (const bytes of [1, 500, 300_000]) {
    const body = randomBytes(bytes).toString("hex");
    const made = await fetch(`${origin}/upload/drive/v3/files?uploadType=media`, { method: "POST", headers, body });
    files.set(((await made.json()) as { readonly id: string }).id, body);
  }
  return { user, files };
}

/** Settings of a server that has nothing yet: another data folder, and another database where there is one. */
async function elsewhere(): Promise<Config> {
  const shared = inject("sharedStores");
  const stores = shared === undefined ? {} : { ...shared.env, DATABASE_URL: await createTestDatabase(shared.postgresUrl) };
  return loadConfig({ SATCHEL_PUBLIC_URL: ORIGIN, SATCHEL_DATA_DIR: join(folder, "data"), LOG_LEVEL: "silent", ...stores }, folder);
}

/** Signs in on a server with these settings, and reads every file. */
async function expectAll(config: Config, { user, files }: Stored): Promise<void> {
  const around = { around: server.stack().services.around, logger: createLogger("silent"), say: () => undefined, reserveBytes: 1 };
  const stack = await buildServer(config, around);
  try {
    const origin = await stack.app.listen({ host: "127.0.0.1", port: 0 });
    const body = JSON.stringify({ email: user.email, password: user.password });
    const signedIn = await fetch(origin + login.path, { method: "POST", headers: { "content-type": "application/json" }, body });
    const { token } = (await signedIn.json()) as { readonly token: string };
    for (const [id, text] of files) {
      const read = await fetch(`${origin}/drive/v3/files/${id}?alt=media`, { headers: { authorization: `Bearer ${token}` } });
      expect([read.status, await read.text()]).toEqual([200, text]);
    }
  } finally {
    await stack.close();
  }
}

describe("decision 0006 backup and restore by the operator", () => {
  it("restores a backup of a running server elsewhere: one can sign in and read every file", async () => {
    const stored = await fill();
    const { lines, isFailure } = await backUp();
    expect([lines[0], isFailure]).toEqual([expect.stringContaining("3 stored files, 601002 bytes, 3 of them new"), false]);
    expect(await readdir(join(backups(), "2026-01-01T00-00-00Z"))).not.toContainEqual(expect.stringMatching(/-(?:wal|shm)$/));
    const config = await elsewhere();
    expect((await run(config, "restore", backups())).lines[0]).toBe("2026-01-01T00-00-00Z is restored: 3 stored files.");
    expect((await run(config, "verify", "--deep")).lines[0]).toContain("3 versions of files, 601002 bytes: 0 missing, 0 damaged");
    await expectAll(config, stored);
  });

  it("keeps the secret readable by its user alone, or says loudly that it is not there", async () => {
    await fill();
    const { lines } = await backUp();
    const secret = join(backups(), "2026-01-01T00-00-00Z", "secret.key");
    if (server.config.secret === undefined) expect((await stat(secret)).mode & 0o777).toBe(0o600);
    else expect(lines.join("\n")).toContain("SATCHEL_SECRET is NOT in this backup");
  });

  it("keeps the newest backups and the blobs that they need", async () => {
    const { user, files } = await fill();
    const [first = ""] = files.keys();
    await backUp();
    const origin = `http://127.0.0.1:${(server.stack().app.server.address() as { readonly port: number }).port}`;
    await fetch(`${origin}/drive/v3/files/${first}`, { method: "DELETE", headers: { authorization: `Bearer ${user.token}` } });
    for (let day = 0; day < 3; day += 1) {
      server.clock.at += 86_400_000;
      await backUp("--keep", "2");
    }
    expect(await listBackups(backups())).toEqual(["2026-01-03T00-00-00Z", "2026-01-04T00-00-00Z"]);
    const kept = await readdir(join(backups(), "blobs"), { recursive: true, withFileTypes: true });
    expect(kept.filter((entry) => entry.isFile())).toHaveLength(2);
    const config = await elsewhere();
    await run(config, "restore", backups());
    await expectAll(config, { user, files: new Map([...files].filter(([id]) => id !== first)) });
  });

  it("proves a backup before it changes anything", async () => {
    await fill();
    await backUp();
    const entries = await readdir(join(backups(), "blobs"), { recursive: true, withFileTypes: true });
    const [blob] = entries.filter((entry) => entry.isFile());
    const path = join(blob?.parentPath ?? "", blob?.name ?? "");
    const bytes = await readFile(path);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    await rm(path);
    await appendFile(path, bytes);
    const config = await elsewhere();
    await expect(run(config, "restore", backups())).rejects.toThrow(/missing or damaged, so nothing was restored/);
    await expect(run(config, "accounts", "list")).rejects.toThrow(/^No server has stored anything/);
  });

  it("replaces a server's data only when that is confirmed and the server is stopped", async () => {
    const stored = await fill();
    await backUp();
    await server.join("grace@example.org");
    await expect(run(server.config, "restore", backups())).rejects.toThrow("Stop it, and repeat the command with --replace");
    await expect(run(server.config, "restore", backups(), "--replace")).rejects.toThrow(/server is running/i);
    await server.stack().close();
    const { lines } = await run(server.config, "restore", backups(), "--replace");
    if (server.config.databaseUrl === undefined) expect(lines[1]).toMatch(/^What was there is in .*\.before-2026/);
    await expectAll(server.config, stored);
    const listed = await run(server.config, "accounts", "list", "--json");
    expect((JSON.parse(listed.lines.join("")) as readonly { readonly email: string }[]).map(({ email }) => email)).toEqual([
      "ada@example.org",
    ]);
    await server.restart().catch(() => undefined);
  });

  it("ignores a backup that was interrupted, and removes it with the next one", async () => {
    await fill();
    await mkdir(join(backups(), "2025-12-31T00-00-00Z.partial"), { recursive: true });
    expect(await listBackups(backups())).toEqual([]);
    await backUp();
    expect((await readdir(backups())).sort()).toEqual(["2026-01-01T00-00-00Z", "blobs"]);
    await expect(run(await elsewhere(), "restore", backups(), "2026-01-02T00-00-00Z")).rejects.toThrow(
      "The backups are 2026-01-01T00-00-00Z",
    );
    await expect(run(await elsewhere(), "restore", join(folder, "empty"))).rejects.toThrow("There is no backup");
  });

  it.each([[["backup"]], [["backup", "x", "--keep", "0"]], [["restore"]], [["restore", "x", "y", "z"]]])(
    "explains its use for %j",
    async (args) => {
      await expect(run(server.config, ...args)).rejects.toThrow(/^Use: /);
    },
  );
});
