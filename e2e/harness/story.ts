/** For tests that form one story: after the first failure the rest is skipped, and an image shows where it stopped. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";

type Shown = { screenshot(options: { readonly path: string; readonly timeout: number }): Promise<unknown> };
/** The parts of a device that a failed story reports. */
export type StoryDevice = { readonly page: Shown; complaints(): readonly string[] };
type Closable = { close(): Promise<unknown> };

const FOLDER = join(import.meta.dirname, "../../screenshots/failed");

/** Captures the page when a step outside a test, such as registration, did not finish. */
export async function takeScreenshot(page: Shown, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), timeout: 5000 }).catch(() => undefined);
}

async function takeScreenshots(name: string, devices: readonly (StoryDevice | undefined)[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const file = name.replace(/[^A-Za-z0-9]+/g, "-").slice(0, 60);
  for (const [index, device] of devices.entries()) {
    const complaints = device?.complaints() ?? [];
    if (complaints.length > 0) process.stdout.write(`${name}, page ${index + 1} complained:\n${complaints.join("\n")}\n`);
    await device?.page.screenshot({ path: join(FOLDER, `${file}-${index + 1}.png`), timeout: 5000 }).catch(() => undefined);
  }
}

export function runInOrder(devices: () => readonly (StoryDevice | undefined)[]): void {
  let isBroken = false;
  beforeEach(({ skip }) => skip(isBroken));
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail" || isBroken) return;
    isBroken = true;
    const [error] = task.result.errors ?? [];
    process.stdout.write(`${task.name}: ${error?.message ?? "failed"}\n`);
    await takeScreenshots(task.name, devices());
  });
}

/** Closes in this order. Entries that a failed `beforeAll` did not open are skipped. */
export async function closeAll(...opened: readonly (Closable | undefined)[]): Promise<void> {
  for (const each of opened) await each?.close();
}

/** Ends a story and expects that no page logged an error. */
export async function closeQuietly(
  devices: readonly ((StoryDevice & Closable) | undefined)[],
  ...others: readonly Closable[]
): Promise<void> {
  const complaints = devices.flatMap((device) => device?.complaints() ?? []);
  await closeAll(...devices, ...others);
  expect(complaints).toEqual([]);
}
