/**
 * Measurements in Chromium, each in a profile of its own. A first sync runs on the origin of the drive that it syncs with, as with managed
 * storage.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type BrowserContext, chromium, type LaunchOptions } from "playwright-core";

export type Pages = {
  /** Runs the function of this name that the script adds to the page. */
  measure<Value>(name: string, script: string, options: { readonly url: string; readonly input: unknown }): Promise<Value>;
  close(): Promise<void>;
};

export async function openPages(): Promise<Pages> {
  const browser = await chromium.launch(launchOptions());
  return {
    async measure(name, script, { url, input }) {
      const context = await browser.newContext();
      try {
        return await measureIn(context, name, { script, url, input });
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

/** Uses a profile on disk like a user's, because a private window writes files through a different path of the browser. */
export function openPagesOnDisk(): Pages {
  const options = launchOptions();
  return {
    async measure(name, script, { url, input }) {
      const profile = mkdtempSync(join(tmpdir(), "bench-profile-"));
      const context = await chromium.launchPersistentContext(profile, options);
      try {
        return await measureIn(context, name, { script, url, input });
      } finally {
        await context.close();
        rmSync(profile, { recursive: true, force: true });
      }
    },
    close: async () => undefined,
  };
}

function launchOptions(): LaunchOptions {
  const executablePath = process.env.SATCHEL_CHROMIUM ?? findChromium();
  return { executablePath, headless: true, chromiumSandbox: false, args: ["--disable-gpu"] };
}

function findChromium(): string {
  const script = join(import.meta.dirname, "../../scripts/test/prepare-e2e.mjs");
  const prepared = execFileSync(process.execPath, [script], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return prepared.trim().split("\n").at(-1) ?? "";
}

async function measureIn<Value>(
  context: BrowserContext,
  name: string,
  { script, url, input }: { readonly script: string; readonly url: string; readonly input: unknown },
): Promise<Value> {
  const page = await context.newPage();
  await page.route("**/bench.html", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Bench</title>" }));
  await page.goto(`${url}/bench.html`);
  await page.addScriptTag({ content: script, type: "module" });
  await page.waitForFunction((asked) => asked in globalThis, name);
  const call = { name, input };
  return (await page.evaluate(
    (asked) => (globalThis as unknown as Record<string, (given: unknown) => unknown>)[asked.name]?.(asked.input),
    call,
  )) as Value;
}

/** `modules` is the folder of a peer's packages. */
export async function bundleForPage(entry: string, modules?: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    loader: { ".wasm": "dataurl" },
    define: { "process.env.NODE_ENV": '"production"', global: "globalThis" },
    ...(modules === undefined ? {} : { nodePaths: [join(modules, "node_modules")] }),
  });
  return outputFiles[0]?.text ?? "";
}
