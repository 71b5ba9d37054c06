/** Many first keys at each pace, in a browser in local mode. Every run begins with a reload, so that the code is loaded again. */
import type { Page } from "playwright-core";
import { type Device, openDevice } from "../../harness/device.ts";
import { startServer } from "../../harness/servers/server.ts";
import * as user from "../../harness/user.ts";
import { FOLDER_PASSWORD, JOURNEYS, type Journey, NOTES, type Pace, runJourney } from "./first-keys.ts";

export type FirstKeysOptions = {
  /** Runs at each pace; they take turns through the journeys. */
  readonly runs: number;
  readonly log: (line: string) => void;
};

export type FirstKeysResult = {
  readonly runs: number;
  /** Runs in which a key did not arrive, or arrived elsewhere. */
  readonly lost: number;
  readonly complaints: readonly string[];
};

export const PACES: readonly Pace[] = [0, 30, 60, 100].flatMap((gapMs) => [1, 4, 6].map((slowdown) => ({ gapMs, slowdown })));

export async function runFirstKeys({ runs, log }: FirstKeysOptions): Promise<FirstKeysResult> {
  const server = await startServer();
  const device = await openDevice();
  try {
    await openFirstKeys(device, server.origin);
    let lost = 0;
    for (const pace of PACES) {
      const failures = await runAtPace(device.page, pace, { from: 0, runs });
      for (const failure of failures) log(failure);
      lost += failures.length;
      log(`${pace.gapMs} ms between keys, processor ${pace.slowdown} times slower: ${failures.length} of ${runs} lost`);
    }
    return { runs: runs * PACES.length, lost, complaints: device.complaints() };
  } finally {
    await device.close();
    await server.close();
  }
}

/** Returns a line for each run in which something else arrived than was typed. `from`: the first journey. */
export async function runAtPace(
  page: Page,
  pace: Pace,
  { from, runs }: { readonly from: number; readonly runs: number },
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (let run = from; run < from + runs; run += 1) {
    const journey = JOURNEYS[run % JOURNEYS.length] as Journey;
    const found = await runJourney(page, journey, pace);
    if (found !== undefined) failures.push(`${journey.name}, ${JSON.stringify(pace)}: '${found}' instead of '${journey.expected}'`);
    await forgetNewNotes(page);
  }
  return failures;
}

/** Local mode with the notes of the journeys and a password for the Sensitive folder, which is locked. */
export async function openFirstKeys({ page }: Device, origin: string): Promise<void> {
  await user.useLocally(page, origin);
  await page.getByRole("button", { name: "New Note" }).first().waitFor();
  await page.evaluate(
    async ([titles, password]) => {
      const library = window.__satchelTest?.services.library.getState().library;
      for (const title of titles) await library?.notes.create({ title, content: "<p>A text.</p>" }, null);
      if ((await library?.sensitive.setUp(password))?.ok !== true) throw new Error("the folder got no password");
      await library?.sensitive.lock();
    },
    [NOTES, FOLDER_PASSWORD] as const,
  );
  await user.row(page, NOTES[0]).waitFor();
}

/** The next run should find neither its tabs nor its drafts, and the list of all notes. */
async function forgetNewNotes(page: Page): Promise<void> {
  await page.evaluate(
    async (titles) => {
      const library = window.__satchelTest?.services.library.getState().library;
      library?.tabs.closeAll();
      library?.workspace.selectFolder(null);
      await library?.sensitive.lock();
      const made = library?.notes.store.getState().notes.filter(({ title }) => !titles.includes(title)) ?? [];
      await library?.notes.removeAll(made.map(({ noteId }) => noteId));
    },
    NOTES as readonly string[],
  );
  await page.keyboard.press("Escape");
}
