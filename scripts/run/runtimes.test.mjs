/** Runs the built server on each supported Node: faults of native modules at garbage collection appear nowhere else. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWriter, md5Of } from "../../bench/outage/writer.ts";
import { register } from "../../packages/contract/src/accounts/auth.ts";
import { completeOnboarding } from "../../packages/contract/src/accounts/onboarding.ts";
import { aKdf, aSecret, aVault, toNewVault } from "../../packages/server/src/testing/keys.ts";
import { SERVER_MAIN } from "./paths.mjs";
import { ensureNode, LTS, NEWEST, OLDEST } from "./runtime.mjs";

const WORK_MS = 10_000;
/**
 * Forces garbage collection, which releases objects of native code and rarely happens in a server that runs for seconds. It is also forced
 * in a separate task, when no script runs: there better-sqlite3 12 was reported to abort (raw node::ObjectWrap). A build of 12 against the
 * headers of 24.21 did not abort in our check.
 */
const COLLECTOR = 'setInterval(() => { globalThis.gc(); void globalThis.gc({ type: "major", execution: "async" }); }, 20).unref()';
const COLLECT = ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(COLLECTOR)}`];

function startServer(node, folder) {
  const env = { PATH: process.env.PATH, PORT: "0", SATCHEL_DATA_DIR: join(folder, "data"), NODE_ENV: "production" };
  const child = spawn(node, [...COLLECT, SERVER_MAIN], { cwd: folder, env });
  const output = { text: "" };
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
  const address = new Promise((resolve, reject) => {
    const read = (chunk) => {
      output.text += chunk;
      const [found] = /http:\/\/localhost:\d+/.exec(output.text) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then((code) => reject(new Error(`The server ended with ${code}:\n${output.text}`)));
  });
  return { child, ended, address, output };
}

async function send(origin, { method, path }, body, token) {
  const headers = { "content-type": "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const response = await fetch(origin + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return response.json();
}

async function signUp(origin) {
  const { token } = await send(origin, register, {
    email: "ada@example.org",
    password: aSecret(),
    kdf: aKdf(),
    keys: toNewVault(aVault()),
  });
  await send(origin, completeOnboarding, { planType: "basic" }, token);
  return token;
}

const readSum = async (origin, token, id) => {
  const response = await fetch(`${origin}/drive/v3/files/${id}?alt=media`, { headers: { authorization: `Bearer ${token}` } });
  return response.status === 404 ? undefined : md5Of(new Uint8Array(await response.arrayBuffer()));
};

/** Edits and reads for a fixed time. Returns what was acknowledged, and what is stored in the end. */
async function work(origin, token) {
  const writer = createWriter({ origin, token });
  for (const began = performance.now(); performance.now() - began < WORK_MS; ) {
    await writer.edit();
    for (const id of [...writer.promised.keys()].slice(-2)) await readSum(origin, token, id);
  }
  const read = new Map();
  for (const id of writer.promised.keys()) read.set(id, await readSum(origin, token, id));
  return { promised: writer.promised, read, unclear: writer.stats().unclear };
}

// Concurrent, because they wait for the disk more than for the processor.
describe.concurrent("the built server", () => {
  it.each([OLDEST, LTS, NEWEST])(
    "registers, writes and reads during garbage collection, and exits cleanly on Node %s",
    { timeout: 240_000 },
    async (version) => {
      const { binary, problem } = await ensureNode(version);
      expect(problem).toBeUndefined();
      const folder = mkdtempSync(join(tmpdir(), "satchel-runtimes-"));
      const { child, ended, address, output } = startServer(binary, folder);
      try {
        const origin = await address;
        const { promised, read, unclear } = await work(origin, await signUp(origin));
        child.kill("SIGTERM");

        expect(await ended, output.text).toBe(0);
        expect(unclear).toBe(0);
        expect(promised.size).toBeGreaterThan(0);
        expect(read).toEqual(promised);
      } finally {
        child.kill("SIGKILL");
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
