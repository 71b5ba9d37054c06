/** A device: one fresh browser profile with its page. Collects what the page logs, so that a journey can end by expecting nothing. */
import { cpSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { visitedProfile } from "./visited-profile.ts";

const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
];

/** Messages that are not faults of the app: the browser itself reports every rejected or lost request. */
const EXPECTED = [/Failed to load resource/, /net::ERR_/];

export type DeviceOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** The screen reports touches, which `Locator.tap` needs. */
  readonly hasTouch?: true;
  /** How notes are saved until the user chooses. The specification's flow, with the Save button, unless a journey is about the other. Decision 0042. */
  readonly saving?: "automatically" | "with-button";
  /** Whether a new library gets its two first notes. Journeys begin with an empty one, unless they are about these notes. Decision 0044. */
  readonly firstNotes?: true;
  /** Runs the complete browser with its window instead of the headless shell, which is cheaper but lacks some features. */
  readonly isWhole?: boolean;
  /** Folder for the profile, e.g. on a separate file system. */
  readonly folder?: string;
  /** Profile of a closed browser that this one starts with a copy of. */
  readonly copyOf?: string;
  /** The browser has never visited the app: no service worker runs, and nothing is cached. Most devices have (visited-profile.ts). */
  readonly isFirstVisit?: true;
  /** Origin with persistent storage, as if the browser had granted it. Only the complete browser stores such permissions. */
  readonly persistentOrigin?: string;
  /** Video file that the browser's camera shows (camera-video.ts). It is read when a page opens the camera, which needs no question then. */
  readonly camera?: string;
};

export type Device = {
  readonly context: BrowserContext;
  /** Folder in which the browser stores this profile. */
  readonly profile: string;
  readonly page: Page;
  /** Errors that the page logged or threw, including CSP violations. */
  complaints(): readonly string[];
  /** Cuts or restores the network of the whole profile, including the service worker. */
  offline(isOffline: boolean): Promise<void>;
  /** Kills the page's process like a crash, and opens a new page in the same profile. */
  crash(): Promise<Page>;
  /** Ends the browser like its user or a power cut. Its profile stays for `resume`. */
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
  if (options.copyOf !== undefined) await cp(options.copyOf, profile, { recursive: true, filter: (path) => !isLock(path) });
  const visited = await formerVisit(options);
  // A single call takes a tenth of the processor time.
  if (visited !== undefined) cpSync(visited, profile, { recursive: true });
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
      // The call never resolves, because the process that would respond is gone.
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
        // A killed browser may already have disconnected.
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

/** The complete browser and a browser on another disk start empty: their journeys are about what they store. */
async function formerVisit({ copyOf, isFirstVisit, isWhole, folder }: DeviceOptions): Promise<string | undefined> {
  if (copyOf !== undefined || isFirstVisit === true || isWhole === true || folder !== undefined) return undefined;
  return visitedProfile(() => openDevice({ isFirstVisit: true }));
}

async function launch(profile: string, options: DeviceOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: pathOf(options.isWhole ?? false),
    headless: true,
    chromiumSandbox: false,
    args: [...FLAGS, ...cameraFlags(options.camera)],
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.colorScheme ?? "light",
    hasTouch: options.hasTouch ?? false,
    locale: "en-GB",
  });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(openTestHook);
  const presets = {
    ...(options.saving === "automatically" ? {} : { autosave: "false" }),
    ...(options.firstNotes === true ? {} : { firstNotes: "0" }),
  };
  await context.addInitScript(presetKeys, presets);
  return context;
}

/** Names the host and process that use a profile, and would keep another browser from it. */
const isLock = (path: string): boolean => basename(path).startsWith("Singleton");

function cameraFlags(file: string | undefined): readonly string[] {
  const fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
  return file === undefined ? [] : [...fake, `--use-file-for-fake-video-capture=${file}`];
}

/** Chromium's file of permissions that a user or the browser itself has granted. */
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

/** Kills all processes of the browser with this profile, and no others. */
async function kill(profile: string): Promise<void> {
  for (const id of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => ""); // Linux only
    if (!line.split("\0").includes(`--user-data-dir=${profile}`)) continue;
    try {
      process.kill(Number(id), "SIGKILL");
    } catch {
      // The process ended together with the one before it.
    }
  }
}

/** Runs before the app does. Nothing is stored, so that journeys find the storage as the app leaves it, and a removed key reads as removed. */
function presetKeys(presets: Readonly<Record<string, string>>): void {
  const { getItem, removeItem } = Storage.prototype;
  const removed = new Set<string>();
  Storage.prototype.getItem = function (this: Storage, key: string) {
    return getItem.call(this, key) ?? (removed.has(key) ? null : (presets[key] ?? null));
  };
  Storage.prototype.removeItem = function (this: Storage, key: string) {
    removeItem.call(this, key);
    // Sign-out removes keys and checks that they are gone, in one task.
    removed.add(key);
    queueMicrotask(() => removed.delete(key));
  };
}

/** Runs before the app: a hook that is set there receives the services (web/src/app/startup/start.ts). */
function openTestHook(): void {
  window.__satchelTestHook = (services) => {
    window.__satchelTest = { services };
  };
}
