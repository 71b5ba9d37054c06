/**
 * The trial of rare acts: devices of one account and a ledger of everything that was acknowledged to the user. Ordinary edits, and the
 * judgment of what every device holds at the end of a round.
 */
import { startServer, type TestServer } from "../../harness/servers/server.ts";
import type { Credentials } from "../../harness/user.ts";
import * as user from "../../harness/user.ts";
import { type Chance, createChance } from "../pair-plan.ts";
import { TrialDevice } from "../trial-device.ts";
import { type Failure, findDoubled, type Ledger, livingIds, missingWords, type Word, wordsToSeek, wrongStates } from "./judge-household.ts";
import { formerTexts, pinNote, restoreFromTrash, trashNote } from "./note-commands.ts";
import { createServerClock, DAY_MS, type ServerClock, shiftedDate } from "./server-clock.ts";

/** Begins the titles of the trial's notes. */
export const MARK = "acts";
const NOTES = 6;
const MOST_SYNCS = 14;
const DEVICES = 3;

/** The first notes are from a day that the library on another day can show. */
const FIRST_DAYS = 3;

export type Household = Ledger & {
  readonly server: TestServer;
  readonly clock: ServerClock;
  readonly who: { email: string; password: string };
  readonly isManaged: boolean;
  readonly chance: Chance;
  readonly devices: TrialDevice[];
  /** Notes that a device of this round has pinned, ticked, linked or trashed, so that the outcome is known. */
  readonly taken: Set<string>;
  /** Edits of this round, printed with its failures. */
  readonly trace: string[];
  /** Errors that pages of closed devices logged. */
  readonly complaints: string[];
  readonly log: (line: string) => void;
};

type HouseholdOptions = {
  readonly seed: number;
  readonly isManaged: boolean;
  readonly webDir: string;
  readonly log: (line: string) => void;
};

export async function openHousehold({ seed, isManaged, webDir, log }: HouseholdOptions): Promise<Household> {
  const clock = await createServerClock();
  const server = await startServer({ SATCHEL_WEB_DIR: webDir, ...clock.env });
  const devices: TrialDevice[] = [];
  const house: Household = {
    server,
    clock,
    who: { email: "ada@example.org", password: "Correct horse 1" },
    isManaged,
    chance: createChance(seed),
    devices,
    noteIds: [],
    words: [],
    pinned: new Map(),
    ticked: new Map(),
    links: [],
    purged: new Set(),
    taken: new Set(),
    trace: [],
    complaints: [],
    log,
  };
  const first = await TrialDevice.open();
  devices.push(first);
  await first.learnToLook();
  await first.page.context().addInitScript({ content: shiftedDate(-FIRST_DAYS * DAY_MS) });
  await moveIn(first, house);
  for (let at = 0; at < NOTES; at += 1) house.noteIds.push(await makeNote(first, house, at));
  await first.sync();
  await moveClock(first, house, FIRST_DAYS);
  for (let at = 1; at < DEVICES; at += 1) devices.push(await openSignedIn(house));
  return house;
}

export async function closeHousehold({ devices, server, clock }: Household): Promise<void> {
  for (const device of devices) await device.close();
  await server.close();
  await clock.close();
}

async function moveIn(device: TrialDevice, { server, who, isManaged }: Household): Promise<void> {
  const { page } = device;
  if (!isManaged) await user.moveIn(page, server.origin, who);
  else {
    await user.register(page, server.origin, who);
    await user.choosePlan(page, "Basic");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("button", { name: "Start using Notes" }).click();
    await page.waitForURL("**/notes");
  }
  await device.ready();
}

/** Reloads the page with a clock that is moved; moves add up. */
export async function moveClock(device: TrialDevice, { server }: Pick<Household, "server">, days: number): Promise<void> {
  await device.page.context().addInitScript({ content: shiftedDate(days * DAY_MS) });
  await device.page.goto(`${server.origin}/notes`);
  await device.ready();
}

/** A browser that has never seen the account, signed in. */
async function openSignedIn(house: Household): Promise<TrialDevice> {
  const device = await TrialDevice.open();
  await device.learnToLook();
  await signIn(device, house);
  return device;
}

export async function signIn(
  device: TrialDevice,
  { server, who }: { readonly server: TestServer; readonly who: Credentials },
): Promise<void> {
  const { page } = device;
  await user.signIn(page, server.origin, who);
  // After an ended session the page that was open comes back, otherwise the dashboard.
  await page.waitForURL(({ pathname }) => !pathname.startsWith("/login"));
  await page.goto(`${server.origin}/notes`);
  await device.ready();
  await device.sync();
}

async function makeNote(device: TrialDevice, { words, noteIds }: Household, at: number): Promise<string> {
  const word = `first${at}w`;
  const tasks = '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>to do</p></li></ul>';
  const noteId = await device.makeNote({ mark: `${MARK} ${noteIds.length}` }, `<p>${word}</p>${tasks}<p>last</p>`);
  words.push({ text: word, noteId, inHistory: false });
  return noteId;
}

/** Adds a word to the note as it is on this device, and records it once the save is acknowledged. */
export async function addWord(house: Household, device: TrialDevice, noteId: string): Promise<void> {
  const text = `w${house.words.length}x`;
  const isFirst = house.chance.happens(0.5);
  const edit = isFirst ? ({ kind: "first", text } as const) : ({ kind: "last", text } as const);
  if (await change(device, noteId, edit)) house.words.push({ text, noteId, inHistory: false });
}

type Edit = { readonly kind: "first" | "last" | "link"; readonly text: string } | { readonly kind: "tick"; readonly isTicked: boolean };

/** Returns false if the save was not acknowledged. */
function change(device: TrialDevice, noteId: string, edit: Edit): Promise<boolean> {
  return device.page.evaluate(
    async ([id, what]) => {
      const notes = window.__satchelTest?.services.library.getState().library?.notes;
      const opened = await notes?.open(id);
      if (opened?.ok !== true || notes === undefined) return false;
      const { title, content, vv } = opened.value;
      let changed = `${content}<p>${what.kind === "last" ? what.text : ""}</p>`;
      if (what.kind === "tick") changed = content.replace(/data-checked="(?:true|false)"/, `data-checked="${what.isTicked}"`);
      if (what.kind === "first") changed = content.replace("</p>", ` ${what.text}</p>`);
      if (what.kind === "link") changed = `${content}<p><a data-note-id="${what.text}">a note</a></p>`;
      return (await notes.save(id, { title, content: changed }, { seen: { vv } })).ok;
    },
    [noteId, edit] as const,
  );
}

export function pickNote(house: Household): string {
  return house.chance.pick(livingIds(house)) as string;
}

/** Ordinary edits of these devices: words on any note, and pins, ticks, links and the trash on notes that no other device has taken. */
export async function editOrdinarily(house: Household, devices: readonly TrialDevice[], edits: number): Promise<void> {
  const { chance, taken } = house;
  for (let edit = 0; edit < edits; edit += 1)
    for (const device of devices) {
      const noteId = pickNote(house);
      const kind = chance.pick(["word", "word", "word", "pin", "tick", "link", "trash"] as const) ?? "word";
      const isTaken = taken.has(noteId);
      if (kind === "word" || isTaken) await addWord(house, device, noteId);
      else {
        taken.add(noteId);
        if (kind === "pin") await pin(house, device, noteId);
        if (kind === "tick") await tick(house, device, noteId);
        if (kind === "link") await link(house, device, noteId);
        if (kind === "trash") await trashAndRestore(house, device, noteId);
      }
      house.trace.push(`device ${house.devices.indexOf(device)}: ${isTaken ? "word" : kind} ${noteId}`);
      if (chance.happens(0.3)) await device.sync();
    }
}

async function pin({ pinned }: Household, device: TrialDevice, noteId: string): Promise<void> {
  const isPinned = pinned.get(noteId) !== true;
  if (await pinNote(device, noteId, isPinned)) pinned.set(noteId, isPinned);
}

async function tick({ ticked }: Household, device: TrialDevice, noteId: string): Promise<void> {
  const isTicked = ticked.get(noteId) !== true;
  if (await change(device, noteId, { kind: "tick", isTicked })) ticked.set(noteId, isTicked);
}

async function link(house: Household, device: TrialDevice, noteId: string): Promise<void> {
  const to = pickNote(house);
  if (await change(device, noteId, { kind: "link", text: to })) house.links.push({ from: noteId, to });
}

/** The delete may reach the others before the note is back. */
async function trashAndRestore({ chance }: Household, device: TrialDevice, noteId: string): Promise<void> {
  if (!(await trashNote(device, noteId))) return;
  if (chance.happens(0.5)) await device.sync();
  if (!(await restoreFromTrash(device, noteId))) throw new Error(`${noteId} was not restored from the trash`);
}

/** Syncs all devices until they hold the same and nothing waits, then compares that with what was acknowledged. */
export async function judge(house: Household): Promise<readonly Failure[]> {
  const { devices } = house;
  let held = await Promise.all(devices.map(holdings));
  for (let round = 0; round < MOST_SYNCS && !isSettled(held); round += 1) {
    for (const device of devices) await device.sync();
    held = await Promise.all(devices.map(holdings));
  }
  const diverged: readonly Failure[] = isSettled(held)
    ? []
    : [{ kind: "diverged", what: held.map(({ text, pending }) => `${pending} waiting: ${text}`).join("\n  beside\n") }];
  const lost: Failure[] = [];
  for (const [at, { notes }] of held.entries()) {
    const former = await formerTextsOf(devices[at] as TrialDevice, wordsToSeek(house, notes));
    for (const what of [...missingWords(house, notes, former), ...wrongStates(house, notes)])
      lost.push({ kind: "lost", what: `device ${at}: ${what}` });
  }
  return [...diverged, ...lost, ...findDoubled(house, held[0]?.notes ?? [])];
}

async function holdings(device: TrialDevice) {
  const { notes, pending } = await device.held(MARK);
  return { notes, pending, text: JSON.stringify([...notes].sort((a, b) => (a.noteId < b.noteId ? -1 : 1))) };
}

function isSettled(held: readonly { readonly text: string; readonly pending: number }[]): boolean {
  return held.every(({ text, pending }) => text === held[0]?.text && pending === 0);
}

/** Reads the history of these words' notes. */
async function formerTextsOf(device: TrialDevice, words: readonly Word[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const texts = new Map<string, readonly string[]>();
  for (const noteId of new Set(words.map((word) => word.noteId))) texts.set(noteId, await formerTexts(device, noteId));
  return texts;
}
