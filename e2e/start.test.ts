import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const START = join(import.meta.dirname, "../scripts/start.mjs");
const ADDRESS = /http:\/\/\S+:\d+/;

describe("npm start", () => {
  let folder: string;
  let child: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "satchel-start-"));
  });
  afterEach(async () => {
    child?.kill("SIGKILL");
    child = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts from a folder outside the checkout, with standard input closed. */
  function start(env: Record<string, string>) {
    const started = spawn(process.execPath, [START], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, SATCHEL_DATA_DIR: join(folder, "data"), PORT: "0", ...env },
    });
    child = started;
    let output = "";
    const ended = new Promise<number | null>((resolve) => started.once("close", resolve));
    const address = new Promise<string>((resolve) => {
      const handleData = (chunk: Buffer) => {
        output += chunk.toString();
        const match = ADDRESS.exec(output);
        if (match !== null) resolve(match[0]);
      };
      started.stdout.on("data", handleData);
      started.stderr.on("data", handleData);
    });
    return { started, ended, address, output: () => output };
  }

  it("prints one line with the address, serves the app there, and ends on a signal", async () => {
    const { started, ended, address, output } = start({});

    const page = await fetch(`${await address}/login`);
    started.kill("SIGTERM");

    expect(page.status).toBe(200);
    expect(await page.text()).toContain('id="root"');
    expect(await ended).toBe(0);
    expect(output().trim().split("\n")).toHaveLength(1);
  });

  it("stores its data in SATCHEL_DATA_DIR", async () => {
    const { address } = start({});
    await address;

    expect((await stat(join(folder, "data", "secret.key"))).mode & 0o777).toBe(0o600);
  });

  it("does not build if nothing changed", async () => {
    const { address, output } = start({});
    await address;

    expect(output()).not.toMatch(/Building|Installing/);
  });

  it("fails with one line if the port is in use", async () => {
    const other = await new Promise<Server>((resolve) => {
      const listening = createServer().listen(0, "127.0.0.1", () => resolve(listening));
    });
    const bound = other.address();
    const port = typeof bound === "object" && bound !== null ? bound.port : 0;

    const { ended, output } = start({ PORT: String(port) });

    expect(await ended).not.toBe(0);
    expect(output().trim().split("\n")).toHaveLength(1);
    expect(output()).toContain(String(port));
    other.close();
  });

  it("fails with one line if the data folder cannot be written", async () => {
    await writeFile(join(folder, "file"), "");

    const { ended, output } = start({ SATCHEL_DATA_DIR: join(folder, "file", "data") });

    expect(await ended).not.toBe(0);
    expect(output().trim().split("\n")).toHaveLength(1);
    expect(output()).toContain(join(folder, "file"));
  });

  it("fails with one line if a setting is invalid", async () => {
    const { ended, output } = start({ PORT: "eighty" });

    expect(await ended).not.toBe(0);
    expect(output().trim()).toMatch(/^.*PORT.*eighty.*$/);
  });
});
