/**
 * Two devices of one account, each a separate Chromium, 50 ms from the server: the time from a save until its text is on the other device's
 * page, with the channel and by polling alone, and the time until the drive has it.
 */
import { createServer } from "node:net";
import type { NotesService } from "@satchel/core/library/notes/notes-service-types.ts";
import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import type { SignalsState } from "@satchel/core/sync/signals/signals-service-types.ts";
import type { BrowserContext, Page } from "playwright-core";
import type { Figure } from "../src/figure.ts";
import { startEnvironment } from "../workspace/browser.ts";
import { startDelayedProxy } from "./delayed-proxy.ts";

const ROUND_TRIP_MS = 50;
const ADA = { email: "ada@example.org", password: "Correct horse 1" };
const TITLE = "Live";
/** Longer than the pause between two sync cycles, so that each save is separate. */
const BETWEEN_MS = 2500;
const SHOWN_WITHIN_MS = 90_000;
/** Number of saves between two progress lines. */
const PROGRESS_EVERY = 2;
const CHANNEL = "**/api/signals";

type Library = {
  readonly notes: NotesService;
  readonly others: ReadableStore<SignalsState>;
  readonly sync: { readonly store: ReadableStore<SyncState> };
};
type BenchServices = { readonly library: ReadableStore<{ readonly library?: Library }> };

/** Globals that this benchmark adds to a page, and those that the app provides (web/src/app/startup/start.ts). */
type BenchWindow = {
  __satchelTestHook?: (services: BenchServices) => void;
  __satchelBench?: BenchServices;
  /** Time at which a text was first on the page, by text. */
  __shownAt?: Map<string, number>;
};

type Opened = { readonly context: BrowserContext; readonly page: Page };

/** Duration of each stage of a save until the drive has it, in order. */
const STAGES = {
  committedMs: "on this device's disk",
  pauseMs: "pause in which further saves join it, and the beginning of the cycle",
  changesMs: "asking the drive for changes",
  sealedMs: "reading, sealing, noting the intent on the disk",
  writtenMs: "the write",
  notedMs: "noting the answer on the disk",
} as const;
type Stages = { readonly [Name in keyof typeof STAGES]: number };

type Save = Stages & { readonly shownMs: number; readonly inDriveMs: number };

export async function benchLive(quick: boolean): Promise<Figure[]> {
  const [port, proxyPort] = [await freePort(), await freePort()];
  const proxy = await startDelayedProxy(proxyPort, port, ROUND_TRIP_MS);
  const environment = await startEnvironment(undefined, { PORT: String(port), SATCHEL_PUBLIC_URL: proxy.origin });
  const opened: Opened[] = [];
  try {
    for (const name of ["first", "second"]) opened.push(await environment.profile(name).open());
    const [first, second] = opened.map(({ page }) => page) as [Page, Page];
    for (const { context } of opened) await context.addInitScript(openTestHook);
    const noteId = await prepare(first, second, proxy.origin);
    const live = await measure([first, second], { what: "with the channel", noteId, rounds: quick ? 10 : 60 });
    await withoutChannel(opened, noteId);
    const polled = await measure([first, second], { what: "by polling", noteId, rounds: quick ? 2 : 8 });
    return toFigures(live, polled);
  } finally {
    for (const { context } of opened) await context.close();
    await environment.close();
    await proxy.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { readonly port: number };
      probe.close(() => resolve(port));
    });
  });
}

function openTestHook(): void {
  const page = window as unknown as BenchWindow;
  page.__satchelTestHook = (services) => {
    page.__satchelBench = services;
  };
}

/** Sets up an account with a connected drive on both devices, and opens one note on the second. */
async function prepare(first: Page, second: Page, origin: string): Promise<string> {
  await first.goto(`${origin}/register`);
  await first.getByLabel("Confirm password", { exact: true }).fill(ADA.password);
  await first.getByLabel("Email", { exact: true }).fill(ADA.email);
  await first.getByLabel("Password", { exact: true }).fill(ADA.password);
  await first.getByText("I accept the terms and conditions").click();
  await first.getByRole("button", { name: "Create account" }).click();
  await first.waitForURL("**/onboarding");
  await first.getByRole("button", { name: "Continue", exact: true }).click();
  await first.getByRole("radio", { name: /^Free/ }).check({ force: true });
  await first.getByRole("button", { name: "Continue", exact: true }).click();
  await first.getByRole("button", { name: /^Connect\b/ }).click();
  await first.waitForURL("**/sandbox/o/**");
  await first.getByRole("button", { name: "Allow" }).click();
  await first.getByRole("button", { name: "Start using Notes" }).click();
  await first.waitForURL("**/notes");
  await first.waitForFunction(isIdle);
  const noteId = await first.evaluate(createNote, TITLE);
  await second.goto(`${origin}/login`);
  await second.getByLabel("Email", { exact: true }).fill(ADA.email);
  await second.getByLabel("Password", { exact: true }).fill(ADA.password);
  await second.getByRole("button", { name: "Sign In" }).click();
  await second.waitForURL("**/dashboard");
  await show(second, `${origin}/notes/${noteId}`);
  await first.waitForFunction(() => {
    const library = (window as unknown as BenchWindow).__satchelBench?.library.getState().library;
    return (library?.others.getState().others.length ?? 0) > 0;
  });
  return noteId;
}

function isIdle(): boolean {
  const library = (window as unknown as BenchWindow).__satchelBench?.library.getState().library;
  return library?.sync.store.getState().phase === "idle";
}

async function createNote(title: string): Promise<string> {
  const library = (window as unknown as BenchWindow).__satchelBench?.library.getState().library;
  const made = await library?.notes.create({ title, content: "<p>The beginning.</p>" }, null);
  if (made?.ok !== true) throw new Error("the note was not made");
  return made.value.noteId;
}

async function show(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("article .note-content").waitFor();
  await page.waitForFunction(isIdle);
  await page.evaluate(watchPage);
}

/** Records each text of the form `t12x` as soon as a frame may have painted it. */
function watchPage(): void {
  const shown = new Map<string, number>();
  (window as unknown as BenchWindow).__shownAt = shown;
  const look = (): void => {
    const text = document.querySelector("article .note-content")?.textContent ?? "";
    for (const [token] of text.matchAll(/t\d+x/g)) if (!shown.has(token)) shown.set(token, Date.now());
  };
  new MutationObserver(() => requestAnimationFrame(look)).observe(document.body, { childList: true, subtree: true, characterData: true });
}

async function withoutChannel(opened: readonly Opened[], noteId: string): Promise<void> {
  for (const { context, page } of opened) {
    await context.route(CHANNEL, (route) => route.abort());
    await show(page, `${new URL(page.url()).origin}/notes/${noteId}`);
  }
}

type Measuring = { readonly what: string; readonly noteId: string; readonly rounds: number };

async function measure([first, second]: readonly [Page, Page], { what, noteId, rounds }: Measuring): Promise<readonly Save[]> {
  const saves: Save[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    const token = `t${Date.now()}x`;
    const { atMs, inDriveAtMs, ...stages } = await first.evaluate(saveAndWait, { noteId, token, title: TITLE });
    const shown = await second.waitForFunction((text) => (window as unknown as BenchWindow).__shownAt?.get(text), token, {
      timeout: SHOWN_WITHIN_MS,
    });
    saves.push({ ...stages, shownMs: Number(await shown.jsonValue()) - atMs, inDriveMs: inDriveAtMs - atMs });
    if ((round + 1) % PROGRESS_EVERY === 0) process.stderr.write(`${what}: ${round + 1} of ${rounds} saves\n`);
  }
  return saves;
}

type Saving = { readonly noteId: string; readonly token: string; readonly title: string };

type Saved = Stages & { readonly atMs: number; readonly inDriveAtMs: number };

/** Saves like the editor's Save button, without typing. */
async function saveAndWait({ noteId, token, title }: Saving): Promise<Saved> {
  const library = (window as unknown as BenchWindow).__satchelBench?.library.getState().library;
  if (library === undefined) throw new Error("no library is open");
  const { notes } = library;
  const opened = await notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const isInDrive = (): boolean => notes.store.getState().notesById.get(noteId)?.sync.kind === "in-your-drive";
  performance.clearResourceTimings();
  const began = performance.now();
  const saved = await notes.save(noteId, { title, content: `<p>The beginning. ${token}</p>` }, { seen: { vv: opened.value.vv } });
  if (!saved.ok) throw new Error(saved.problem.kind);
  const committed = performance.now();
  const inDrive = await new Promise<number>((resolve) => {
    const stop = notes.store.subscribe(() => {
      if (!isInDrive()) return;
      stop();
      resolve(performance.now());
    });
  });
  const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const write = requests.findLast(({ name }) => name.includes("/upload/drive/v3/files"));
  const changes = requests.findLast(({ name, startTime }) => name.includes("/drive/v3/changes") && startTime < (write?.startTime ?? 0));
  if (write === undefined || changes === undefined) throw new Error("the requests of the save were not seen");
  return {
    atMs: performance.timeOrigin + began,
    inDriveAtMs: performance.timeOrigin + inDrive,
    committedMs: committed - began,
    pauseMs: changes.startTime - committed,
    changesMs: changes.responseEnd - changes.startTime,
    sealedMs: write.startTime - changes.responseEnd,
    writtenMs: write.responseEnd - write.startTime,
    notedMs: inDrive - write.responseEnd,
  };
}

function toFigures(live: readonly Save[], polled: readonly Save[]): Figure[] {
  const beside = { area: "live", unit: "ms", better: "lower", peer: "by polling" } as const;
  const at = (saves: readonly Save[], pick: (save: Save) => number, share: number): number =>
    saves.map(pick).sort((one, other) => one - other)[Math.min(saves.length - 1, Math.floor(saves.length * share))] ?? Number.NaN;
  const stages = Object.entries(STAGES) as [keyof Stages, string][];
  const ofStages = stages.flatMap(([key, name]) =>
    [0.5, 0.95].map(
      (share): Figure => ({
        ...beside,
        name: `of it ${name}, p${share * 100}`,
        value: at(live, (save) => save[key], share),
        peerValue: at(polled, (save) => save[key], share),
      }),
    ),
  );
  const whole = [0.5, 0.95].flatMap((share): Figure[] => [
    {
      ...beside,
      name: `save to shown on another device, p${share * 100}`,
      value: at(live, ({ shownMs }) => shownMs, share),
      peerValue: at(polled, ({ shownMs }) => shownMs, share),
    },
    {
      ...beside,
      name: `save to in the drive, p${share * 100}`,
      value: at(live, ({ inDriveMs }) => inDriveMs, share),
      peerValue: at(polled, ({ inDriveMs }) => inDriveMs, share),
    },
  ]);
  return [...whole, ...ofStages];
}
