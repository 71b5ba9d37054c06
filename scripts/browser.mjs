/**
 * Finds a Chromium for the browser tests, and brings one when there is none: Debian's, Playwright's own, or an npm package's; and beside Debian's
 * the same browser without its window, which costs a quarter less of the processor.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { CACHE, inModules } from "./paths.mjs";
import { run, runNode } from "./run.mjs";

const SYSTEM = [
  process.env.SATCHEL_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Images of emoji and letters of Chinese, which a browser brings none of: the picker leaves out what cannot be drawn. */
const FONTS = ["fonts-noto-color-emoji", "fonts-noto-cjk"];
const EMOJI_FONT = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf";

const SHELL = "/usr/bin/chromium-headless-shell";

const systemBrowser = () => SYSTEM.find((path) => path !== undefined && path !== "" && existsSync(path));

/** Only for root, who may. */
export async function installFromDebian(packages) {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  process.stderr.write(`Installing ${packages.join(", ")} with apt-get …\n`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env });
  await run("apt-get", ["install", "-y", "-q", ...packages], { env });
}

async function fromSystem() {
  const browser = systemBrowser();
  if (browser !== undefined && !existsSync(EMOJI_FONT)) await installFromDebian(FONTS);
  return browser;
}

async function fromDebian() {
  await installFromDebian(["chromium", ...FONTS]);
  return systemBrowser();
}

async function fromPlaywright() {
  process.stderr.write("Downloading Playwright's Chromium …\n");
  await runNode([inModules("playwright-core/cli.js"), "install", "chromium"]);
  const { chromium } = createRequire(import.meta.url)("playwright-core");
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

async function fromNpm() {
  process.stderr.write("Installing the npm package @sparticuz/chromium …\n");
  const folder = join(CACHE, "browser");
  await run("npm", ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "@sparticuz/chromium"]);
  try {
    const { default: packed } = await import(join(folder, "node_modules/@sparticuz/chromium/build/index.js"));
    return await packed.executablePath();
  } catch {
    return undefined;
  }
}

/** The path of a Chromium, or undefined when none could be had. */
export async function ensureBrowser() {
  return (await fromSystem()) ?? (await fromDebian()) ?? (await fromPlaywright()) ?? (await fromNpm());
}

/** What journeys that ask nothing of the browser's window run in: beside Debian's `browser` its shell, else the browser itself. */
export async function ensureShell(browser) {
  if (browser !== "/usr/bin/chromium") return browser;
  if (!existsSync(SHELL)) await installFromDebian(["chromium-headless-shell"]);
  return existsSync(SHELL) ? SHELL : browser;
}
