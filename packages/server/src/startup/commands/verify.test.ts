import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import type { BlobStore } from "@satchel/drive/storage/blob-store.ts";
import { openFolderBlobStore } from "@satchel/drive/storage/folder-blob-store.ts";
import { openS3BlobStore } from "@satchel/drive/storage/s3/s3-blob-store.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../testing/test-server.ts";
import { runCommand } from "./commands.ts";

const DAY_MS = 86_400_000;

let server: TestServer;
let blobs: BlobStore;
beforeEach(async () => {
  server = await createTestServer();
  const { s3, dataDir } = server.config;
  blobs = s3 === undefined ? await openFolderBlobStore(join(dataDir, "managed", "blobs")) : openS3BlobStore(s3);
});
afterEach(() => server.close());

/** Stores a file for each text, in managed storage of one account. */
async function store(...texts: readonly string[]): Promise<void> {
  const origin = await server.listen();
  const { token } = await server.join("ada@example.org");
  await server.call(completeOnboarding, { planType: "basic" }, { token });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" };
  for (const body of texts) {
    const stored = await fetch(`${origin}/upload/drive/v3/files?uploadType=media`, { method: "POST", headers, body });
    expect(stored.status).toBe(200);
  }
}

/** Returns the key of the blob with these bytes. The bucket is shared with other tests. */
async function keyOf(text: string): Promise<string> {
  for await (const { key, isStaged } of blobs.olderThan(Date.now() + DAY_MS)) {
    if (isStaged) continue;
    const read = await Promise.resolve(blobs.read(key, { start: 0, end: text.length - 1 })).catch(() => undefined);
    if (read instanceof Uint8Array && Buffer.from(read).toString() === text) return key;
  }
  throw new Error(`no blob has the bytes ${text}`);
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

const run = (...args: readonly string[]) =>
  runCommand(server.config, ["verify", ...args], { around: server.stack().services.around, reserveBytes: 1 });
const aText = (): string => randomBytes(12).toString("hex");

describe("decision 0006 the operator's check of managed storage", () => {
  it("finds nothing wrong in a healthy store", async () => {
    await store(aText(), aText());
    for (const args of [[], ["--deep"]]) {
      const { lines, isFailure } = await run(...args);
      expect([lines[0], isFailure]).toEqual(["2 versions of files, 48 bytes: 0 missing, 0 damaged", false]);
    }
  });

  it("names the account and file of a blob that is gone or too short, and fails", async () => {
    const [gone, short, whole] = [aText(), aText(), aText()];
    await store(gone, short, whole);
    const [goneKey, shortKey] = [await keyOf(gone), await keyOf(short)];
    await blobs.remove(goneKey);
    await blobs.put(shortKey, bytesOf(short.slice(0, 3)));
    const { lines, isFailure } = await run("--json");
    const report = JSON.parse(lines.join("")) as { readonly missing: readonly { readonly blob: string; readonly account: string }[] };
    expect(isFailure).toBe(true);
    expect(report.missing.map(({ blob }) => blob).sort()).toEqual([goneKey, shortKey].sort());
    expect(report.missing.map(({ account }) => account)).toEqual(["ada@example.org", "ada@example.org"]);
    expect((await run()).lines.filter((line) => line.startsWith("missing: ada@example.org, file "))).toHaveLength(2);
  });

  it("finds altered bytes of the same length when it reads every byte", async () => {
    const [text, whole] = [aText(), aText()];
    await store(text, whole);
    const key = await keyOf(text);
    await blobs.put(key, bytesOf(aText()));
    expect((await run()).isFailure).toBe(false);
    const { lines, isFailure } = await run("--deep");
    expect(isFailure).toBe(true);
    expect(lines.filter((line) => line.startsWith("damaged: ") && line.endsWith(key))).toHaveLength(1);
  });

  it("explains its use", async () => {
    await expect(run("--everything")).rejects.toThrow("Use: verify [--deep] [--json]");
  });
});
