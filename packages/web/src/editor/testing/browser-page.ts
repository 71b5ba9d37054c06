/** Bundles the page of browser-test-api.tsx and opens it in headless Chromium under a given CSP. For tests and the benchmark. */
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { emojiModulesForEsbuild } from "../../../emoji-plugin.ts";
import type { EditorTestApi } from "./editor-test-api.ts";

const ORIGIN = "http://editor.test";

/** The app's own policy, with Trusted Types enforced (docs/stored-html.md). */
export const STRICT_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types default satchel-html",
].join("; ");

export type EditorPage = {
  readonly page: Page;
  /** Errors and CSP violations that the page reported. */
  readonly complaints: readonly string[];
};

export type EditorBrowser = {
  open(csp?: string): Promise<EditorPage>;
  close(): Promise<void>;
};

export async function startEditorBrowser(executablePath: string): Promise<EditorBrowser> {
  const files = await bundle();
  const browser: Browser = await chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox: false,
    args: ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  return {
    open: (csp) => openPage(browser, files, csp),
    close: () => browser.close(),
  };
}

async function bundle(): Promise<ReadonlyMap<string, string>> {
  const result = await build({
    entryPoints: { app: new URL("browser-test-api.tsx", import.meta.url).pathname },
    bundle: true,
    write: false,
    outdir: "/",
    format: "esm",
    jsx: "automatic",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
    plugins: [emojiModulesForEsbuild()],
  });
  return new Map(result.outputFiles.map((file) => [file.path.endsWith(".css") ? "/app.css" : "/app.js", file.text]));
}

async function openPage(browser: Browser, files: ReadonlyMap<string, string>, csp: string | undefined): Promise<EditorPage> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const headers = csp === undefined ? {} : { "content-security-policy": csp };
  await page.route("**/*", (route) => {
    const path = new URL(route.request().url()).pathname;
    const file = files.get(path);
    if (!route.request().url().startsWith(ORIGIN)) return route.abort();
    if (file !== undefined) return route.fulfill({ body: file, contentType: path.endsWith(".css") ? "text/css" : "text/javascript" });
    const html =
      '<!doctype html><html data-theme="light"><meta id="react-aria-pressable-style"><link rel="stylesheet" href="/app.css"><div id="root"></div><script type="module" src="/app.js"></script></html>';
    return route.fulfill({ body: html, contentType: "text/html", headers });
  });
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => (window.satchelEditor satisfies EditorTestApi | undefined) !== undefined);
  return { page, complaints };
}
