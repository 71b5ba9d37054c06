import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Vector } from "@satchel/crypto/testing/vectors.ts";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll } from "./harness/story.ts";

const ROOT = join(import.meta.dirname, "..");
const vectors = JSON.parse(readFileSync(join(ROOT, "packages/crypto/vectors.json"), "utf8")) as Vector[];

declare global {
  interface Window {
    satchelVectors: { runVectors(vectors: readonly Vector[]): Promise<string[]> };
  }
}

async function bundleVectors(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "packages/crypto/src/testing/vectors.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "satchelVectors",
    platform: "browser",
  });
  return outputFiles[0]?.text ?? "";
}

describe("encryption.md 3.6 (k) in the browser", () => {
  let server: TestServer;
  let device: Device;

  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
  });
  afterAll(() => closeAll(device, server));

  it("passes all test vectors under the app's own CSP", async () => {
    await device.page.goto(`${server.origin}/login`);
    await device.page.evaluate(`${await bundleVectors()};window.satchelVectors = satchelVectors;`);

    expect(await device.page.evaluate((each) => window.satchelVectors.runVectors(each), vectors)).toEqual([]);
  });
});
