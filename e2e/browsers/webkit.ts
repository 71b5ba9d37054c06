/** WebKitGTK's MiniBrowser in a session of its own, driven through Debian's WebKitWebDriver on a virtual screen. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Builder, Capabilities, Key, type WebElement } from "selenium-webdriver";
import { freePort } from "../harness/servers/google.ts";
import type { OtherBrowser } from "./other-browser.ts";

const SCREEN = ["-screen", "0", "1440x900x24", "-nolisten", "tcp"];
const NAMED_KEYS: Readonly<Record<string, string>> = {
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  Alt: Key.ALT,
  Enter: Key.ENTER,
  Tab: Key.TAB,
  Escape: Key.ESCAPE,
  Backspace: Key.BACK_SPACE,
  Home: Key.HOME,
  End: Key.END,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
};

export type WebKitPaths = { readonly driver: string; readonly browser: string; readonly screen: string };

export async function openWebKit(paths: WebKitPaths): Promise<OtherBrowser> {
  const screen = spawn(paths.screen, ["-displayfd", "1", ...SCREEN], { stdio: ["ignore", "pipe", "ignore"] });
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${await firstOutput(screen)}` };
  const server = spawn(paths.driver, [`--port=${port}`], { stdio: "ignore", env });
  const stop = () => Promise.all([end(server), end(screen)]);
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { binary: paths.browser, args: ["--automation"] },
  });
  const driver = await connect(capabilities, `http://127.0.0.1:${port}`).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 });
  const found = await driver.getCapabilities();
  return {
    name: `WebKitGTK ${found.get("browserVersion")}`,
    open: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    evaluate: (expression) => driver.executeScript(`return (${expression})`),
    async click(expression) {
      const element: WebElement = await driver.executeScript(`return (${expression})`);
      await element.click();
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    async press(...names) {
      const keys = names.map((name) => NAMED_KEYS[name] ?? name);
      const held = keys.slice(0, -1);
      const chord = driver.actions();
      for (const key of held) chord.keyDown(key);
      chord.sendKeys(keys.at(-1) ?? "");
      for (const key of held.toReversed()) chord.keyUp(key);
      await chord.perform();
    },
    page: { screenshot: async ({ path }) => writeFile(path, await driver.takeScreenshot(), "base64") },
    // The protocol does not report the console.
    complaints: () => [],
    async close() {
      await driver.quit();
      await stop();
    },
  };
}

const PATIENCE_MS = 10_000;
const BETWEEN_MS = 100;

/** The driver listens only a moment after its start. */
async function connect(capabilities: Capabilities, url: string) {
  for (const until = Date.now() + PATIENCE_MS; ; ) {
    const isUp = await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return new Builder().usingServer(url).withCapabilities(capabilities).build();
    if (Date.now() > until) throw new Error(`WebKitWebDriver does not answer at ${url}`);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}

async function firstOutput(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout as Readable, "data")) as [Buffer];
  return chunk.toString().trim();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
