/** Chromium with a persistent profile, and the product's server behind it, for measuring cold starts. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const ROOT = join(import.meta.dirname, "../..");
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const PORT_FILE = "port";

export type BenchEnvironment = {
  readonly origin: string;
  readonly browser: string;
  readonly profile: (name: string) => Profile;
  readonly close: () => Promise<void>;
};

export type Profile = {
  /** True if the profile comes from an earlier run, in a kept folder. */
  readonly isPrepared: boolean;
  /** Starts a new browser process with this profile and one page. */
  readonly open: () => Promise<{ readonly context: BrowserContext; readonly page: Page }>;
  /** Copies a closed profile, so that each measurement starts from the same state. */
  readonly copy: (name: string) => Profile;
  readonly remove: () => void;
};

/**
 * Builds the product if it is stale. `kept` is a folder that outlives the run, with server, accounts and profiles under one address. `env`
 * holds additional settings of the server.
 */
export async function startEnvironment(kept?: string, env: Readonly<Record<string, string>> = {}): Promise<BenchEnvironment> {
  return serveBuilt({ root: ROOT, executablePath: prepareBrowser(), kept, env });
}

/** Builds the product of this checkout if it is stale. Returns the path of a headless Chromium. */
export function prepareBrowser(): string {
  const prepared = execFileSync(process.execPath, [join(ROOT, "scripts/test/prepare-e2e.mjs")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return prepared.trim().split("\n").at(-1) ?? "";
}

type Built = {
  /** Checkout with a finished build. */
  readonly root: string;
  readonly executablePath: string;
  readonly kept?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
};

export async function serveBuilt({ root, executablePath, kept, env = {} }: Built): Promise<BenchEnvironment> {
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  const folder = kept ?? mkdtempSync(join(tmpdir(), "bench-workspace-"));
  const child = spawn(process.execPath, [join(root, "packages/server/dist/main.js")], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: portOf(folder),
      LOG_LEVEL: "silent",
      SATCHEL_DATA_DIR: join(folder, "data"),
      ...env,
    },
  });
  const origin = await originOf(child);
  writeFileSync(join(folder, PORT_FILE), new URL(origin).port);
  return {
    origin,
    browser: executablePath,
    profile: (name) => profileIn(join(folder, `profile-${name}`), executablePath),
    async close() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Browser storage belongs to an origin, so a kept folder must reuse its port. */
function portOf(folder: string): string {
  const file = join(folder, PORT_FILE);
  return existsSync(file) ? readFileSync(file, "utf8") : "0";
}

function profileIn(folder: string, executablePath: string): Profile {
  return {
    isPrepared: existsSync(folder),
    async open() {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath,
        headless: true,
        chromiumSandbox: false,
        args: FLAGS,
        viewport: { width: 1440, height: 900 },
        locale: "en-GB",
      });
      context.setDefaultTimeout(120_000);
      // The loader of this script adds names to functions that are sent to the page, so the page needs the helper.
      await context.addInitScript({ content: "globalThis.__name = (named) => named;" });
      return { context, page: context.pages()[0] ?? (await context.newPage()) };
    },
    copy(name) {
      const copied = `${folder}-${name}`;
      cpSync(folder, copied, { recursive: true });
      return profileIn(copied, executablePath);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function originOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as Readable })) {
    const found = /http:\/\/localhost:\d+/.exec(line)?.[0];
    if (found !== undefined) return found;
  }
  throw new Error("the server did not start");
}
