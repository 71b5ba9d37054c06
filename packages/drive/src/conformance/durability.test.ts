/** Acknowledged data survives kill -9. A full disk rejects writes and leaves no half-written file. Large files are streamed. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type DriveProcess, PROCESS_TOKEN, startDriveProcess } from "../testing/drive-process.ts";
import { createTestRandom } from "../testing/test-random.ts";
import type { DriveFile, FileList } from "../wire/resources.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const MEGABYTE = 1024 * 1024;
const GRAIN = 262_144;
const headers = { authorization: `Bearer ${PROCESS_TOKEN}` };
const UPLOAD = "/upload/drive/v3/files?uploadType=media&fields=id,md5Checksum";

const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

/** Uploads a new file, or new content for the file `id`. */
async function upload(url: string, bytes: Uint8Array, id?: string): Promise<{ readonly status: number; readonly file: DriveFile }> {
  const where = id === undefined ? UPLOAD : UPLOAD.replace("?", `/${id}?`);
  const response = await fetch(url + where, {
    method: id === undefined ? "POST" : "PATCH",
    headers,
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  return { status: response.status, file: (await response.json()) as DriveFile };
}

async function download(url: string, id: string): Promise<Uint8Array> {
  const response = await fetch(`${url}/drive/v3/files/${id}?alt=media`, { headers });
  if (!response.ok) throw new Error(`${response.status} for ${id}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function listAll(url: string): Promise<readonly DriveFile[]> {
  const response = await fetch(`${url}/drive/v3/files?pageSize=1000&fields=files(id,md5Checksum,name)`, { headers });
  return ((await response.json()) as FileList).files ?? [];
}

describe("the drive as a process", () => {
  let folder: string;
  const running: DriveProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "drive-process-"));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((drive) => drive.kill()));
    rmSync(folder, { recursive: true, force: true });
  });
  const start = async (before?: string) => {
    const drive = await startDriveProcess(folder, before);
    running.push(drive);
    return drive;
  };

  it("keeps every acknowledged file whole after kill -9 during writes", async () => {
    const random = createTestRandom(7);
    const acknowledged = new Map<string, readonly string[]>();
    for (let round = 0; round < 3; round += 1) {
      const drive = await start();
      const after = 20 + Math.floor(random() * 60);
      await writeUntilKilled(drive, after, random, acknowledged);
      running.pop();
    }

    const { url } = await start();
    const files = await listAll(url);

    expect(acknowledged.size).toBeGreaterThan(60);
    const sums = new Map(files.map((file) => [file.id, file.md5Checksum]));
    for (const [id, allowed] of acknowledged) expect(allowed).toContain(sums.get(id));
    for (const file of files) expect(md5(await download(url, file.id ?? ""))).toBe(file.md5Checksum);
  });

  /** Checksums per file: the acknowledged one, and that of a change in flight, which may or may not have been stored. */
  const writeUntilKilled = async (
    drive: DriveProcess,
    after: number,
    random: () => number,
    acknowledged: Map<string, readonly string[]>,
  ) => {
    let isDead = false;
    let written = 0;
    const writer = async () => {
      while (!isDead) {
        const bytes = new Uint8Array(Math.floor(random() * 20_000)).map(() => Math.floor(random() * 256));
        const [made, changed] = [bytes, bytes.slice(1)];
        const done = await upload(drive.url, made).catch(() => undefined);
        if (done?.status === 200) await change(drive.url, done.file.id ?? "", [md5(made), md5(changed)], changed, acknowledged);
        written += 1;
        if (written === after) {
          await drive.kill();
          isDead = true;
        }
      }
    };
    await Promise.all(Array.from({ length: 4 }, writer));
  };

  const change = async (
    url: string,
    id: string,
    [before, after]: readonly [string, string],
    bytes: Uint8Array,
    acknowledged: Map<string, readonly string[]>,
  ) => {
    acknowledged.set(id, [before, after]);
    const done = await upload(url, bytes, id).catch(() => undefined);
    if (done?.status === 200) acknowledged.set(id, [after]);
  };

  it("resumes an upload after kill -9 at the acknowledged offset", async () => {
    const bytes = new Uint8Array(3 * GRAIN + 5).map((_, index) => (index * 7) % 251);
    const before = await start();
    const begun = await fetch(`${before.url}/upload/drive/v3/files?uploadType=resumable&fields=id,md5Checksum`, {
      method: "POST",
      headers,
    });
    const { search } = new URL(begun.headers.get("location") ?? "");
    const put = (url: string, from: number, to: number) =>
      fetch(`${url}/upload/drive/v3/files${search}`, {
        method: "PUT",
        headers: { "content-range": to > from ? `bytes ${from}-${to - 1}/${bytes.length}` : `bytes */${bytes.length}` },
        body: bytes.slice(from, to),
      });
    expect((await put(before.url, 0, 2 * GRAIN)).headers.get("range")).toBe(`bytes=0-${2 * GRAIN - 1}`);
    await before.kill();
    running.pop();

    const after = await start();

    expect((await put(after.url, 0, 0)).headers.get("range")).toBe(`bytes=0-${2 * GRAIN - 1}`);
    expect(await listAll(after.url)).toEqual([]);
    expect(((await (await put(after.url, 2 * GRAIN, bytes.length)).json()) as DriveFile).md5Checksum).toBe(md5(bytes));
  });

  const mayMount = spawnSync("unshare", ["--mount", "--map-root-user", "sh", "-c", "mount -t tmpfs tmpfs /tmp"]).status === 0;

  // This test fills a file system of its own, so it is skipped where mounting is not allowed.
  it.skipIf(!mayMount)(
    "names the server's full disk, not the user's quota, and keeps all whole files",
    async () => {
      const { url } = await start(`mount -t tmpfs -o size=4m tmpfs ${folder}`);
      const kept: DriveFile[] = [];
      let refused: Awaited<ReturnType<typeof upload>> | undefined;
      for (let index = 0; index < 40 && refused === undefined; index += 1) {
        const done = await upload(url, new Uint8Array(300_000).fill(index));
        if (done.status === 200) kept.push(done.file);
        else refused = done;
      }

      expect([refused?.status, JSON.stringify(refused?.file)]).toEqual([507, expect.stringContaining("serverDiskFull")]);
      expect(kept.length).toBeGreaterThan(3);
      const small = await writeUntilRefused(url, kept[0]?.id ?? "");
      expect([small.status, await small.text()]).toEqual([507, expect.stringContaining("serverDiskFull")]);
      expect((await listAll(url)).map((file) => file.id).sort()).toEqual(kept.map((file) => file.id).sort());
      for (const file of kept) expect(md5(await download(url, file.id ?? ""))).toBe(file.md5Checksum);
    },
    30_000,
  );

  /** Changes metadata only, until the disk is full for the database too. */
  const writeUntilRefused = async (url: string, id: string): Promise<Response> => {
    for (let index = 0; ; index += 1) {
      const body = JSON.stringify({ description: `${index}`.padEnd(4000, "x") });
      const answer = await fetch(`${url}/drive/v3/files/${id}`, { method: "PATCH", headers, body });
      if (answer.status !== 200 || index > 1000) return answer;
    }
  };

  it("receives and sends 100 MB without holding it in memory", async () => {
    const drive = await start();
    const piece = new Uint8Array(MEGABYTE).map((_, index) => index % 251);
    const sum = createHash("md5");
    for (let index = 0; index < 100; index += 1) sum.update(piece);
    const expected = sum.digest("hex");
    await upload(drive.url, piece);
    const before = drive.residentBytes();
    let highest = before;
    const watch = () => {
      highest = Math.max(highest, drive.residentBytes());
    };

    const id = await uploadHundred(drive.url, piece, expected, watch);
    const received = await downloadSum(drive.url, id, watch);

    expect(received).toBe(expected);
    expect((highest - before) / MEGABYTE).toBeLessThan(64);
  });

  const uploadHundred = async (url: string, piece: Uint8Array, expected: string, watch: () => void) => {
    let left = 100;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        watch();
        if (left === 0) controller.close();
        else controller.enqueue(piece);
        left -= 1;
      },
    });
    const init = { method: "POST", headers, body, duplex: "half" };
    const file = (await (await fetch(url + UPLOAD, init)).json()) as DriveFile;
    expect(file.md5Checksum).toBe(expected);
    return file.id ?? "";
  };

  const downloadSum = async (url: string, id: string, watch: () => void) => {
    const response = await fetch(`${url}/drive/v3/files/${id}?alt=media`, { headers });
    const sum = createHash("md5");
    for await (const chunk of response.body ?? []) {
      sum.update(chunk as Uint8Array);
      watch();
    }
    return sum.digest("hex");
  };
});
