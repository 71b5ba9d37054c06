import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RunningDrive, runDrive } from "./run-drive.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

describe("npm run drive", () => {
  let folder: string;
  const running: RunningDrive[] = [];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "drive-cli-"));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((drive) => drive.close()));
    rmSync(folder, { recursive: true });
  });
  const start = async (...args: readonly string[]) => {
    const drive = await runDrive(["--port", "0", "--token", "T", ...args]);
    if (!drive.ok) throw new Error(drive.problem);
    running.push(drive.value);
    return drive.value;
  };
  const get = (url: string, token = "T") => fetch(url, { headers: { authorization: `Bearer ${token}` } });

  it("opens ada's drive only to her token", async () => {
    const { url } = await start();

    expect(await (await get(`${url}/drive/v3/about?fields=user/emailAddress`)).json()).toEqual({
      user: { emailAddress: "ada@sandbox.example" },
    });
    expect((await get(`${url}/drive/v3/files`, "other")).status).toBe(401);
    expect((await get(`${url}/__control/requests`, "other")).status).toBe(401);
    expect((await get(`${url}/__control/requests`)).status).toBe(200);
  });

  it("keeps files, ids and page tokens in its folder across restarts", async () => {
    const first = await start("--data", folder);
    const ids = (await (await get(`${first.url}/drive/v3/files/generateIds?count=1`)).json()) as { readonly ids: readonly string[] };
    const init = { method: "POST", headers: { authorization: "Bearer T" }, body: "kept" };
    const made = (await (await fetch(`${first.url}/upload/drive/v3/files?uploadType=media`, init)).json()) as { readonly id: string };
    await running.pop()?.close();

    const second = await start("--data", folder);

    expect(await (await get(`${second.url}/drive/v3/files/${made.id}?alt=media`)).text()).toBe("kept");
    const reused = await fetch(`${second.url}/drive/v3/files`, { ...init, body: JSON.stringify({ id: ids.ids[0] }) });
    expect(reused.status).toBe(200);
  });

  it("starts with the faults from a file", async () => {
    const file = path.join(folder, "faults.json");
    writeFileSync(file, JSON.stringify({ rules: [{ then: { status: 503 } }] }));
    const { url } = await start("--faults", file);

    expect((await get(`${url}/drive/v3/files`)).status).toBe(503);
  });

  it.each([
    [["--port", "x", "--token", "T"], "--port has to be a number"],
    [["--port", "0"], "--token is needed"],
    [["--port", "0", "--token", "a b"], "--token is needed"],
    [["--port"], "--port needs a value"],
    [["port", "0"], "unknown argument port"],
    [["--colour", "red"], "unknown argument --colour"],
    [["--port", "0", "--token", "T", "--faults", "/nowhere/x.json"], "Cannot read /nowhere/x.json"],
    [["--port", "0", "--token", "T", "--data", "/dev/null/nowhere"], "Cannot keep data in /dev/null/nowhere"],
  ])("rejects %j with one sentence", async (args, sentence) => {
    const started = await runDrive(args);

    expect(started).toMatchObject({ ok: false, problem: expect.stringContaining(sentence) });
  });

  it("names the unknown fault of a file and a port that is in use", async () => {
    const file = path.join(folder, "faults.json");
    writeFileSync(file, JSON.stringify({ feedLag: 1 }));
    const { url } = await start();

    expect(await runDrive(["--port", "0", "--token", "T", "--faults", file])).toMatchObject({
      ok: false,
      problem: `${file}: bad or unknown setting: feedLag`,
    });
    const { port } = new URL(url);
    expect(await runDrive(["--port", port, "--token", "T"])).toEqual({ ok: false, problem: `Port ${port} is already in use.` });
  });
});
