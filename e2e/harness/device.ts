/** A device: one fresh browser profile with its page. Keeps what the page complained of, so that a journey can end by finding nothing. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
];

/** What a page may say without it being a fault: the browser itself reports every refused or lost request. */
const EXPECTED = [/Failed to load resource/, /net::ERR_/];

export type DeviceOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** The browser with its window, for what that keeps and does of its own: most journeys run in its shell, which is cheaper. */
  readonly isWhole?: boolean;
  /** Where the profile is made; for a file system of its own. */
  readonly folder?: string;
  /** Its storage is persistent, as if the browser had granted that; only the whole browser keeps such permissions. */
  readonly persistentOrigin?: string;
};

export type Device = {
  readonly context: BrowserContext;
  /** Where the browser keeps everything of this profile. */
  readonly profile: string;
  readonly page: Page;
  /** Errors the page logged or threw, CSP violations among them. */
  complaints(): readonly string[];
  /** Cuts or restores the network of the whole profile, service worker included. */
  offline(isOffline: boolean): Promise<void>;
  /** Ends the page's process as a crash would, and opens a new page in the same profile. */
  crash(): Promise<Page>;
  /** Ends the browser, as its user does or as a power cut would; its profile stays for `resume`. */
  halt(how: "closed" | "killed"): Promise<void>;
  resume(): Promise<Page>;
  close(): Promise<void>;
};

function listen(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(String(error.stack ?? error.message)));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !EXPECTED.some((pattern) => pattern.test(text))) complaints.push(text);
  });
}

function pathOf(isWhole: boolean): string {
  const whole = process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium";
  return isWhole ? whole : (process.env.SATCHEL_SHELL ?? whole);
}

export async function openDevice(options: DeviceOptions = {}): Promise<Device> {
  const profile = await mkdtemp(join(options.folder ?? tmpdir(), "satchel-profile-"));
  const complaints: string[] = [];
  if (options.persistentOrigin !== undefined) await grantPersistence(profile, options.persistentOrigin);
  let context = await launch(profile, options);
  let page = await firstPage(context, complaints);
  return {
    get context() {
      return context;
    },
    profile,
    get page() {
      return page;
    },
    complaints: () => complaints,
    offline: (isOffline) => context.setOffline(isOffline),
    async crash() {
      const before = page;
      const session = await context.newCDPSession(before);
      // The answer never comes: the process that would give it is gone.
      session.send("Page.crash").catch(() => undefined);
      await before.waitForEvent("crash");
      page = await context.newPage();
      listen(page, complaints);
      await before.close();
      return page;
    },
    async halt(how) {
      if (how === "killed") await kill(profile);
      try {
        await context.close();
      } catch (error) {
        // Whether it is known to be gone by now is a race.
        if (how !== "killed") throw error;
      }
    },
    async resume() {
      context = await launch(profile, options);
      page = await firstPage(context, complaints);
      return page;
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function launch(profile: string, options: DeviceOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: pathOf(options.isWhole ?? false),
    headless: true,
    chromiumSandbox: false,
    args: FLAGS,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.colorScheme ?? "light",
    locale: "en-GB",
  });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(openTestHook);
  return context;
}

/** Where Chromium keeps what a user, or its own judgement of a site, has granted. */
async function grantPersistence(profile: string, origin: string): Promise<void> {
  const granted = { [`${origin},*`]: { setting: 1 } };
  await mkdir(join(profile, "Default"));
  const preferences = { profile: { content_settings: { exceptions: { durable_storage: granted } } } };
  await writeFile(join(profile, "Default/Preferences"), JSON.stringify(preferences));
}

async function firstPage(context: BrowserContext, complaints: string[]): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  listen(page, complaints);
  return page;
}

/** All processes of the browser that has this profile, and of no other. */
async function kill(profile: string): Promise<void> {
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => ""); // Linux only
    if (!line.split("\0").includes(`--user-data-dir=${profile}`)) continue;
    try {
      process.kill(Number(id), "SIGKILL");
    } catch {
      // It went with the one before it.
    }
  }
}

/** Runs before the app does: anyone who puts a hook there receives the services (web/src/app/startup/start.ts). */
function openTestHook(): void {
  window.__satchelTestHook = (services) => {
    window.__satchelTest = { services };
  };
}
