/**
 * The profile of a browser that has visited the app before: its service worker runs, and all scripts are cached and compiled, which costs two
 * seconds of processor time otherwise. Made once in each process that opens several devices; they start with copies of it.
 */
import { rmSync } from "node:fs";
import type { Page } from "playwright-core";
import { ownOrigin } from "./servers/server.ts";

type FirstVisit = { readonly profile: string; readonly page: Page; halt(how: "closed"): Promise<void> };

/** A process with fewer devices makes none, since it would cost more than it saves. */
const WORTHWHILE_FROM = 3;

let opened = 0;
let profile: Promise<string> | undefined;

/** Returns the folder to copy; undefined for a browser that has never been here. */
export async function visitedProfile(openFirst: () => Promise<FirstVisit>): Promise<string | undefined> {
  opened += 1;
  const origin = ownOrigin();
  // Attacks and trials are processes with few devices, and are about more than the app's own page.
  if (process.env.VITEST === undefined || origin === undefined || opened < WORTHWHILE_FROM) return undefined;
  profile ??= visit(origin, openFirst);
  return profile;
}

async function visit(origin: string, openFirst: () => Promise<FirstVisit>): Promise<string> {
  const device = await openFirst();
  process.once("exit", () => rmSync(device.profile, { recursive: true, force: true }));
  const { page } = device;
  await page.goto(`${origin}/login`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload({ waitUntil: "networkidle" });
  await page.evaluate(() => localStorage.clear());
  await device.halt("closed");
  return device.profile;
}
