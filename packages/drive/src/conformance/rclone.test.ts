/** Runs rclone, a demanding third-party Drive client, against this server. Needs rclone and openssl. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type GoogleProxy, startGoogleProxy } from "../testing/google-proxy.ts";
import { openTemporaryDrive, type TemporaryDrive } from "../testing/temporary-drive.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const MEGABYTE = 1024 * 1024;
const isThere = (program: string, argument: string) => spawnSync(program, [argument]).status === 0;

describe.skipIf(!isThere("rclone", "version") || !isThere("openssl", "version"))("rclone", () => {
  let drive: TemporaryDrive;
  let proxy: GoogleProxy;
  let folder: string;
  beforeAll(async () => {
    drive = await openTemporaryDrive({ publicUrl: "https://www.googleapis.com" });
    folder = mkdtempSync(path.join(tmpdir(), "rclone-"));
    proxy = await startGoogleProxy(Number(new URL(drive.url).port), folder);
    const token = JSON.stringify({ access_token: drive.token, token_type: "Bearer", expiry: "2099-01-01T00:00:00Z" });
    writeFileSync(
      path.join(folder, "rclone.conf"),
      `[d]\ntype = drive\nscope = drive\nclient_id = sandbox\nclient_secret = sandbox\ntoken = ${token}\n`,
    );
  });
  afterAll(async () => {
    await proxy.close();
    await drive.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const rclone = (...args: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const options = [
        "--config",
        path.join(folder, "rclone.conf"),
        "--ca-cert",
        proxy.certificate,
        "--retries",
        "1",
        "--low-level-retries",
        "3",
        "--drive-pacer-min-sleep",
        "0",
      ];
      const child = spawn("rclone", [...args, ...options], { env: { ...process.env, HTTPS_PROXY: proxy.url, NO_PROXY: "" } });
      const output: Buffer[] = [];
      const complained: Buffer[] = [];
      child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
      child.stderr.on("data", (chunk: Buffer) => complained.push(chunk));
      child.on("close", (code) =>
        code === 0 ? resolve(Buffer.concat(output).toString()) : reject(new Error(Buffer.concat(complained).toString())),
      );
    });
  const local = (name: string, files: Readonly<Record<string, string | Buffer>>) => {
    for (const [file, content] of Object.entries(files)) {
      const target = path.join(folder, name, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
    return path.join(folder, name);
  };
  const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

  it("copies a tree there and back with names and bytes unchanged", async () => {
    const source = local("tree", {
      "a.txt": "one",
      "b/c/d.json": "{}",
      "b/it's ünïcode \u{1F392}.md": "# hi",
      "empty.bin": "",
      "b/e.bin": Buffer.alloc(300_000, 7),
    });

    await rclone("copy", source, "d:notes");
    await rclone("copy", "d:notes", path.join(folder, "back"));

    expect((await rclone("check", source, "d:notes")).trim()).toBe("");
    expect(readFileSync(path.join(folder, "back/b/it's ünïcode \u{1F392}.md"), "utf8")).toBe("# hi");
    expect((await rclone("lsf", "-R", "--files-only", "d:notes")).trim().split("\n").sort()).toEqual([
      "a.txt",
      "b/c/d.json",
      "b/e.bin",
      "b/it's ünïcode \u{1F392}.md",
      "empty.bin",
    ]);
  });

  it("sends large files in chunks", async () => {
    const content = Buffer.alloc(20 * MEGABYTE + 1, "abcdefghijk");
    const source = local("large", { "large.bin": content });

    await rclone("copy", source, "d:large", "--drive-upload-cutoff", "1M", "--drive-chunk-size", "1M");

    expect((await rclone("md5sum", "d:large")).split(" ")[0]).toBe(md5(content));
    expect(drive.sandbox.control?.counts()["upload.chunk"]).toBeGreaterThanOrEqual(21);
    expect((await rclone("cat", "d:large/large.bin", "--offset", "1048576", "--count", "11")).length).toBe(11);
  });

  it("syncs changes, moves and deletions, and keeps dates", async () => {
    const source = local("sync", { "stays.txt": "stays", "goes.txt": "goes", "old.txt": "old name", "changes.txt": "before" });
    await rclone("sync", source, "d:sync");
    rmSync(path.join(source, "goes.txt"));
    rmSync(path.join(source, "old.txt"));
    local("sync", { "new.txt": "old name", "changes.txt": "after it" });

    await rclone("sync", source, "d:sync", "--track-renames");

    expect((await rclone("lsf", "d:sync")).trim().split("\n").sort()).toEqual(["changes.txt", "new.txt", "stays.txt"]);
    expect(await rclone("cat", "d:sync/changes.txt")).toBe("after it");
    expect((await rclone("check", source, "d:sync")).trim()).toBe("");
  });

  it("copies, moves, trashes and cleans up on the server, and reports usage", async () => {
    await rclone("copy", local("server", { "x.txt": "12345" }), "d:server");
    await rclone("copyto", "d:server/x.txt", "d:server/copy.txt");
    await rclone("moveto", "d:server/x.txt", "d:elsewhere/y.txt");
    await rclone("deletefile", "d:server/copy.txt");

    expect(await rclone("cat", "d:elsewhere/y.txt")).toBe("12345");
    expect(await rclone("lsf", "d:server")).toBe("");
    expect(await rclone("lsf", "d:server", "--drive-trashed-only")).toContain("copy.txt");
    await rclone("cleanup", "d:");
    expect(await rclone("lsf", "d:server", "--drive-trashed-only")).toBe("");
    expect(JSON.parse(await rclone("about", "d:", "--json"))).toMatchObject({ total: 15 * 1024 * MEGABYTE, trashed: 0 });
    await rclone("purge", "d:elsewhere");
    expect(await rclone("lsf", "d:")).not.toContain("elsewhere");
  });

  it("finds duplicate names, which Drive allows", async () => {
    const make = (content: string) =>
      fetch(`${drive.url}/upload/drive/v3/files?uploadType=multipart`, {
        method: "POST",
        headers: { authorization: `Bearer ${drive.token}`, "content-type": "multipart/related; boundary=b" },
        body: `--b\r\nContent-Type: application/json\r\n\r\n{"name":"twice.txt"}\r\n--b\r\nContent-Type: text/plain\r\n\r\n${content}\r\n--b--`,
      });
    await make("same");
    await make("same");

    await rclone("dedupe", "--dedupe-mode", "newest", "d:");

    expect((await rclone("lsf", "d:")).split("\n").filter((name) => name === "twice.txt")).toHaveLength(1);
  });

  it("never causes a 500", () => {
    expect(drive.reported).toEqual([]);
    expect(drive.sandbox.control?.requests().filter((request) => request.status >= 500)).toEqual([]);
  });
});
