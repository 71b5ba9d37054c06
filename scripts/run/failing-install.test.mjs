/** A first start whose installation really fails. npm's output may change; the sentence is ours. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "./paths.mjs";

const MANIFESTS = ["package.json", "package-lock.json", ".npmrc"];
const UNREACHABLE = { npm_config_registry: "http://127.0.0.1:1", npm_config_fetch_retries: "0" };
const mayMount = spawnSync("unshare", ["--mount", "--map-root-user", "sh", "-c", "mount -t tmpfs tmpfs /tmp"]).status === 0;

describe.skipIf(process.platform === "win32")("A first start that cannot install", () => {
  let folder;
  let checkout;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "satchel-failing-"));
    checkout = join(folder, "checkout");
    mkdirSync(checkout);
    const members = ["attack", "bench", "e2e", "sim", ...readdirSync(join(ROOT, "packages")).map((name) => join("packages", name))];
    const paths = ["scripts", ...MANIFESTS, ...members.map((name) => join(name, "package.json"))];
    for (const path of paths.filter((each) => existsSync(join(ROOT, each)))) {
      mkdirSync(dirname(join(checkout, path)), { recursive: true });
      cpSync(join(ROOT, path), join(checkout, path), { recursive: true });
    }
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** `before` is a shell command that runs first, with mounts of its own. */
  function start(before = "true") {
    const own = [process.execPath, join(checkout, "scripts/start.mjs")];
    const mounted = ["unshare", "--mount", "--map-root-user", "sh", "-c", `${before} && exec "$@"`, "sh", ...own];
    const [command, ...args] = before === "true" ? own : mounted;
    const env = { ...process.env, ...UNREACHABLE, npm_config_cache: join(folder, "npm-cache") };
    return spawnSync(command, args, { cwd: folder, encoding: "utf8", env });
  }

  function expectSentence({ status, stdout, stderr }, words) {
    expect(status, stderr).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.trimEnd().split("\n").at(-1)).toMatch(words);
    expect(stderr).not.toMatch(/^\s+at /m);
  }

  it("explains an unreachable registry", () => {
    expectSentence(start(), /^The dependencies could not be installed\. The npm registry cannot be reached\. Check the network/);
  });

  it.skipIf(!mayMount)("explains a full disk", () => {
    const full = `mount -t tmpfs -o nr_inodes=200 tmpfs ${folder}/room && cp -r ${checkout}/. ${folder}/room && mount --bind ${folder}/room ${checkout}`;
    mkdirSync(join(folder, "room"));

    expectSentence(start(full), /^The dependencies could not be installed\. There is no space left on the disk/);
  });

  it.skipIf(!mayMount)("explains a read-only folder", () => {
    expectSentence(
      start(`mount --bind ${checkout} ${checkout} && mount -o remount,bind,ro ${checkout}`),
      /^The dependencies could not be installed\. .* cannot be written by this user/,
    );
  });
});
