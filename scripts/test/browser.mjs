/**
 * Finds a Chromium for the browser tests, and installs one if there is none: Debian's, Playwright's, or an npm package's. Also provides the
 * headless shell of Debian's browser, which takes a quarter less processor time.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { CACHE, inModules } from "../run/paths.mjs";
import { run, runNode } from "../run/run.mjs";

const SYSTEM = [
  process.env.SATCHEL_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Fonts for emoji and Chinese, which browsers do not include: the emoji picker omits what cannot be rendered. */
const FONTS = ["fonts-noto-color-emoji", "fonts-noto-cjk"];
const EMOJI_FONT = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf";

const SHELL = "/usr/bin/chromium-headless-shell";

const systemBrowser = () => SYSTEM.find((path) => path !== undefined && path !== "" && existsSync(path));

/** Works for root only. */
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

/** Returns the path of a Chromium, or undefined if none could be installed. */
export async function ensureBrowser() {
  return (await fromSystem()) ?? (await fromDebian()) ?? (await fromPlaywright()) ?? (await fromNpm());
}

/**
 * Returns the browser for journeys that do not need its window: the headless shell beside Debian's browser, otherwise the browser itself.
 */
export async function ensureShell(browser) {
  if (browser !== "/usr/bin/chromium") return browser;
  if (!existsSync(SHELL)) await installFromDebian(["chromium-headless-shell"]);
  return existsSync(SHELL) ? SHELL : browser;
}
