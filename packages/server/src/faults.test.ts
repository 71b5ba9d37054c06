/** Failures of the machine: no disk space, a read-only disk, no file handles, and a shutdown during requests. Decision 0006. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listSessions, login, register } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { refusalBody } from "@satchel/contract/refusals.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, aSecret, aVault, toNewVault } from "./testing/keys.ts";
import { addressOf, createStarter, type Starter } from "./testing/start-main.ts";
import { createTestServer } from "./testing/test-server.ts";

const mayMount = spawnSync("unshare", ["--mount", "--map-root-user", "sh", "-c", "mount -t tmpfs tmpfs /tmp"]).status === 0;

const limitHandles = (pid: number, count: number) => spawnSync("prlimit", ["--pid", String(pid), `--nofile=${count}:${count}`]);
const mayLimit = spawnSync("prlimit", ["--version"]).status === 0;

let folder = "";
let starter: Starter;
let sockets: Socket[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "satchel-faults-"));
  starter = createStarter(folder);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  starter.killAll();
  await rm(folder, { recursive: true, force: true });
});

const JSON_TYPE = { "content-type": "application/json" };
const post = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, { method: "POST", headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(body) });

const aUser = (name: string) => ({ email: `${name}@example.org`, password: aSecret() });
const joinAt = (address: string, user: ReturnType<typeof aUser>) =>
  post(`${address}${register.path}`, { ...user, kdf: aKdf(), keys: toNewVault(aVault()) });

async function codeOf(answer: Response): Promise<string> {
  return refusalBody.parse(await answer.json()).code;
}

async function tokenOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { token: string }).token;
}

/** Calls managed storage with the session's token. */
function driveOf(address: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const send = (method: string, path: string, body?: string) =>
    fetch(`${address}${path}`, { method, headers: { ...headers, ...JSON_TYPE }, ...(body === undefined ? {} : { body }) });
  const upload = async (text: string): Promise<string> => {
    const made = await send("POST", "/upload/drive/v3/files?uploadType=media&fields=id", text);
    return ((await made.json()) as { id: string }).id;
  };
  return { headers, send, upload };
}

/** Opens a connection on which the test sends raw bytes. */
function openLine(address: string): { readonly socket: Socket; readonly received: () => string; readonly ended: Promise<unknown> } {
  const { port } = new URL(address);
  const socket = connect(Number(port), "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  socket.on("error", () => undefined);
  return { socket, received: () => received, ended: once(socket, "close") };
}

const half = (path: string): string => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`;

/** Opens a connection whose request the server has begun to read; it responds 100 Continue. */
async function beginRequest(address: string) {
  const line = openLine(address);
  line.socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${half(login.path)}`);
  await expect.poll(line.received).toMatch(/^HTTP\/1\.1 200 /);
  return line;
}

describe("decision 0006: shutdown", () => {
  it("completes running requests, rejects later ones, and accepts no connection", async () => {
    const started = starter.run({});
    const address = await addressOf(started);
    const line = await beginRequest(address);
    started.child.kill("SIGTERM");
    await expect
      .poll(() =>
        fetch(`${address}/healthz`).then(
          () => "open",
          () => "closed",
        ),
      )
      .toBe("closed");

    line.socket.write("}GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await line.ended;

    expect(line.received()).toMatch(/HTTP\/1\.1 400 [\s\S]*"code":"bad-request"/);
    expect(line.received().match(/HTTP\/1\.1 200 /g)).toHaveLength(1);
    expect(await started.ended).toBe(0);
  });

  it("waits at most the configured time for an unfinished request", async () => {
    const started = starter.run({ SHUTDOWN_SECONDS: "1" });
    await beginRequest(await addressOf(started));
    started.child.kill("SIGTERM");

    expect(await started.ended).toBe(1);
  });
});

describe("decision 0006: a disk that cannot be written", () => {
  it("reports it as temporary, keeps reading, and writes again when possible", async () => {
    const server = await createTestServer();
    try {
      const ada = await server.join();
      await sql`pragma query_only = on`.execute(server.stack().db);

      const refused = await server.send("POST", register.path, {
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...aUser("bob"), kdf: aKdf(), keys: toNewVault(aVault()) }),
      });
      expect([refused.status, refusalBody.parse(JSON.parse(refused.text)).code, refused.headers["retry-after"]]).toEqual([
        503,
        "unavailable",
        "5",
      ]);
      server.clock.at += 3_600_000;
      expect((await server.call(listSessions, undefined, { token: ada.token })).reply().sessions).toHaveLength(1);

      await sql`pragma query_only = off`.execute(server.stack().db);
      await server.join("bob@example.org");
    } finally {
      await server.close();
    }
  });

  // This test fills a file system of its own, so it is skipped where mounting is not allowed.
  it.skipIf(!mayMount)(
    "deletes, empties the trash, reads and signs in on a full disk, and refuses new files until there is space",
    async () => {
      const started = starter.run({ SATCHEL_TEST: "1" }, `mkdir data && mount -t tmpfs -o size=64m tmpfs ${folder}/data`);
      const address = await addressOf(started);
      const ada = aUser("ada");
      const drive = driveOf(address, await tokenOf(await joinAt(address, ada)));
      await post(`${address}${completeOnboarding.path}`, { planType: "basic" }, drive.headers);
      const files = await Promise.all(Array.from({ length: 8 }, () => drive.upload("sealed bytes")));
      const partsOf = async () => ((await (await fetch(`${address}/readyz`)).json()) as { parts: unknown }).parts;
      expect(await partsOf()).toMatchObject({ database: "ok", disk: "ok" });
      const filler = `/proc/${started.child.pid}/root${folder}/data/filler`;
      await writeFile(filler, new Uint8Array(80_000_000)).catch(() => undefined);

      const refused = await Promise.all(
        Array.from({ length: 30 }, () => drive.send("POST", "/upload/drive/v3/files?uploadType=media", "x".repeat(9000))),
      );
      const full = refused.find(({ status }) => status !== 200);
      expect([full?.status, full?.headers.get("retry-after"), await full?.text()]).toEqual([
        507,
        "60",
        expect.stringContaining("serverDiskFull"),
      ]);
      for (const id of files.slice(0, 4)) expect((await drive.send("DELETE", `/drive/v3/files/${id}`)).status).toBe(204);
      for (const id of files.slice(4, 6)) expect((await drive.send("PATCH", `/drive/v3/files/${id}`, '{"trashed":true}')).status).toBe(200);
      expect((await drive.send("DELETE", "/drive/v3/files/trash")).status).toBe(204);
      expect(await (await drive.send("GET", `/drive/v3/files/${files[6]}?alt=media`)).text()).toBe("sealed bytes");
      for (let time = 0; time < 5; time += 1) expect((await post(`${address}${login.path}`, ada)).status).toBe(200);
      const eve = await joinAt(address, aUser("eve"));
      expect([eve.status, await codeOf(eve)]).toEqual([503, "disk-full"]);
      expect([(await fetch(`${address}/readyz`)).status, await partsOf()]).toEqual([503, expect.objectContaining({ disk: "full" })]);
      expect(started.err()).toMatch(/"failure":"DiskFull"/);
      expect(started.err()).toMatch(/the disk is full: its reserve was given up/);

      await rm(filler);
      await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
      expect((await drive.send("POST", "/upload/drive/v3/files?uploadType=media", "more")).status).toBe(200);
      expect((await joinAt(address, aUser("eve"))).status).toBe(200);
    },
  );

  it.skipIf(!mayMount)("exits with one clear line if the disk is full at the start", async () => {
    const before = `mkdir data && mount -t tmpfs -o size=64k tmpfs ${folder}/data && { cat /dev/zero > ${folder}/data/filler 2> ${folder}/err || true; }`;
    const started = starter.run({}, before);

    expect(await started.ended).toBe(1);
    expect(started.err()).toMatch(/^There is no space left on the disk of the data folder [^\n]*Make room there[^\n]*\n$/);
  });

  it.skipIf(!mayMount)("exits with one clear line if the disk is read-only at the start", async () => {
    const started = starter.run({}, `mkdir data && mount -t tmpfs -o ro tmpfs ${folder}/data`);

    expect(await started.ended).toBe(1);
    expect(started.err()).toMatch(/^The data folder .* cannot be written[^\n]*\n$/);
  });
});

describe("decision 0006: out of file handles", () => {
  it.skipIf(!mayLimit)("serves open connections, rejects new ones, and recovers", async () => {
    const started = starter.run({});
    const address = await addressOf(started);
    const early = await beginRequest(address);
    expect(limitHandles(started.child.pid ?? 0, 64).status).toBe(0);
    const crowd = Array.from({ length: 200 }, () => openLine(address));
    await Promise.all(crowd.map(({ socket }) => once(socket, "connect").catch(() => undefined)));

    early.socket.write("}");
    await expect.poll(early.received).toMatch(/HTTP\/1\.1 (400|503) [\s\S]*"code":/);
    for (const { socket } of crowd) socket.destroy();

    await expect
      .poll(() =>
        fetch(`${address}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    expect((await joinAt(address, aUser("ada"))).status).toBe(200);
    expect(started.child.exitCode).toBeNull();
  });
});
