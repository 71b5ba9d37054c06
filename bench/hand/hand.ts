/**
 * `npm run bench -- hand [--notes 1000,50000] [--slower 1,4] [--rounds 3] [--before e82ee842]`: what the hand feels, in Chromium, at this
 * commit beside an older one, in turns. The older commit is built in a worktree under `.cache/commits`. Each session starts from a copy of
 * the same profile: an account without a drive, whose store is filled while the app is closed. Signing in uses an account whose notes are in
 * the sandbox drive.
 */
import type { Figure } from "../src/figure.ts";
import { type BenchEnvironment, type Profile, prepareBrowser, serveBuilt } from "../workspace/browser.ts";
import { fillStore } from "../workspace/fill-store.ts";
import { prepare, WHOLE_LIST, waitUntilIdle } from "../workspace/workspace.ts";
import { type Failed, type Samples, type Session, toFigures } from "./hand-figures.ts";
import { type Effort, runSession, signIn } from "./hand-session.ts";
import { buildCommit } from "./older-commit.ts";

const ROOT = `${import.meta.dirname}/../..`;
const BEFORE = "e82ee842";
const SIZES = [1000, 50_000];
const SLOWER = [1, 4];
const ROUNDS = 3;
const EFFORT: Effort = { reloads: 3, notes: 20, tabs: 20, dialogs: 5 };
const QUICK: Effort = { reloads: 2, notes: 10, tabs: 10, dialogs: 3 };
const PASSWORD = "Correct horse 1";
const START_MS = Date.UTC(2024, 0, 1);

type Commit = { readonly environment: BenchEnvironment; readonly library: Profile; readonly email: string };

export async function benchHand(quick: boolean): Promise<Figure[]> {
  const sizes = numbersOf("--notes") ?? (quick ? SIZES.slice(0, 1) : SIZES);
  const rates = numbersOf("--slower") ?? SLOWER;
  const [rounds = ROUNDS] = numbersOf("--rounds") ?? [quick ? 1 : ROUNDS];
  const peer = wordOf("--before") ?? BEFORE;
  const executablePath = prepareBrowser();
  const figures: Figure[] = [];
  for (const notes of sizes) {
    const now = await orFailed(() => openCommit(ROOT, executablePath, notes));
    const before = await orFailed(() => openCommit(buildCommit(peer), executablePath, notes));
    try {
      for (const slower of rates) {
        const measured: Session[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const plan = { slower, effort: quick ? QUICK : EFFORT, round };
          measured.push({ notes, slower, now: await measure(now, plan), before: await measure(before, plan) });
        }
        figures.push(...toFigures(measured, peer));
      }
    } finally {
      for (const commit of [now, before]) if (!("problem" in commit)) await commit.environment.close();
    }
  }
  return figures;
}

async function openCommit(root: string, executablePath: string, notes: number): Promise<Commit> {
  const environment = await serveBuilt({ root, executablePath });
  try {
    const library = await prepare(environment, "library", notes);
    await untilIndexed(library, environment.origin);
    const email = await fillDrive(environment, notes);
    return { environment, library, email };
  } catch (error) {
    await environment.close();
    throw error;
  }
}

type Plan = { readonly slower: number; readonly effort: Effort; readonly round: number };

async function measure(commit: Commit | Failed, { slower, effort, round }: Plan): Promise<Samples | Failed> {
  if ("problem" in commit) return commit;
  const { environment, library, email } = commit;
  return orFailed(async () => {
    const copy = library.copy(`${slower}-${round}`);
    const device = environment.profile(`device-${slower}-${round}`);
    try {
      const samples = await runSession(copy, environment.origin, { slower, effort });
      return samples.set("sign-in", [await signIn(device, environment.origin, { email, password: PASSWORD, slower })]);
    } finally {
      copy.remove();
      device.remove();
    }
  });
}

async function orFailed<Value>(work: () => Promise<Value>): Promise<Value | Failed> {
  try {
    return await work();
  } catch (error) {
    return { problem: String(error instanceof Error ? error.message : error).split("\n")[0] ?? "" };
  }
}

/** Waits once for the search index, so that no session builds it. */
async function untilIndexed(library: Profile, origin: string): Promise<void> {
  const { context, page } = await library.open();
  await page.goto(`${origin}/notes`);
  await page.locator(WHOLE_LIST).waitFor();
  await waitUntilIdle(page);
  await context.close();
}

/** Registers an account with a sandbox drive and sends it the notes. Returns its email address. */
async function fillDrive(environment: BenchEnvironment, notes: number): Promise<string> {
  const email = "drive@example.org";
  const profile = environment.profile("drive");
  const { context, page } = await profile.open();
  await page.addInitScript(() => {
    const target = globalThis as { __satchelTestHook?: (services: unknown) => void; __benchServices?: unknown };
    target.__satchelTestHook = (services) => {
      target.__benchServices = services;
    };
  });
  await page.goto(`${environment.origin}/register`);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByText("I accept the terms and conditions").click();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/onboarding");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("radio", { name: /^Free/ }).check({ force: true });
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("button", { name: /^Connect\b/ }).click();
  await page.waitForURL("**/sandbox/o/**");
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("button", { name: "Start using Notes" }).click();
  await page.waitForURL("**/notes");
  await page.getByRole("tab", { name: "All Notes" }).waitFor();
  await page.goto(`${environment.origin}/manifest.webmanifest`);
  await page.evaluate(fillStore, { notes, startMs: START_MS, isSent: false });
  await page.goto(`${environment.origin}/notes`);
  await page.locator(WHOLE_LIST).waitFor();
  await page.waitForFunction(isAllSent, notes, { timeout: 900_000, polling: 500 });
  await context.close();
  return email;
}

type OpenLibrary = {
  readonly notes: { readonly store: { getState(): { readonly notes: readonly unknown[]; readonly pendingCount: number } } };
};
type Services = { readonly library: { getState(): { readonly library?: OpenLibrary } } };

function isAllSent(notes: number): boolean {
  const services = (globalThis as { __benchServices?: Services }).__benchServices;
  const state = services?.library.getState().library?.notes.store.getState();
  return state !== undefined && state.notes.length >= notes && state.pendingCount === 0;
}

function wordOf(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

function numbersOf(name: string): readonly number[] | undefined {
  return wordOf(name)?.split(",").map(Number);
}
