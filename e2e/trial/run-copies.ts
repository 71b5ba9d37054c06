/**
 * The trial of copied profiles: one browser's profile is copied while it is closed, and the original and its copies edit the same notes,
 * with and without the network. Each acknowledged word must be on every device in the end, and each note may get one conflict copy for each
 * edit that was made without knowledge of another.
 */
import { startServer } from "../harness/servers/server.ts";
import * as user from "../harness/user.ts";
import { type Chance, createChance } from "./pair-plan.ts";
import { ADA } from "./run-trial.ts";
import { TrialDevice } from "./trial-device.ts";

export type CopiesOptions = {
  /** Number of profiles, with the original. */
  readonly copies: number;
  readonly rounds: number;
  readonly seed: number;
  readonly log: (line: string) => void;
};

export type CopiesResult = {
  readonly copies: number;
  readonly seed: number;
  readonly edits: number;
  readonly lost: number;
  readonly diverged: number;
  /** Conflict copies, and the edits that were made in the same round as another device's of the same part of a note. */
  readonly conflictCopies: number;
  readonly clashes: number;
  /** Conflict copies beyond those that the clashes explain. */
  readonly doubled: number;
  /** Devices that still have the name of another one. */
  readonly sameNames: number;
  readonly complaints: readonly string[];
};

const NOTES = 10;
const EDITS_PER_ROUND = 8;
const MOST_SYNCS = 12;
const COPY = "(Cloud Copy)";
/** Begins the titles of the trial's notes. */
const MARK = "copied";

export async function runCopies({ copies, rounds, seed, log }: CopiesOptions): Promise<CopiesResult> {
  const server = await startServer();
  const devices: TrialDevice[] = [];
  const chance = createChance(seed);
  const words: string[] = [];
  try {
    const original = await TrialDevice.open();
    devices.push(original);
    await user.moveIn(original.page, server.origin, ADA);
    await original.ready();
    const noteIds: string[] = [];
    for (let at = 0; at < NOTES; at += 1) noteIds.push(await original.makeNote({ mark: MARK }, "<p>first part</p><p>last part</p>"));
    await original.sync();
    const profile = await original.rest();
    for (let at = 1; at < copies; at += 1) devices.push(await TrialDevice.openCopy(profile, server.origin));
    await original.resume(server.origin);
    let clashes = 0;
    for (let round = 0; round < rounds; round += 1) {
      clashes += await playRound(devices, noteIds, { chance, words });
      log(`round ${round + 1}: ${words.length} words in ${(await devices[0]?.held(MARK))?.notes.length} notes`);
    }
    return {
      copies,
      seed,
      edits: words.length,
      ...(await judge(devices, words, clashes)),
      sameNames: await countSameNames(devices),
      complaints: devices.flatMap((one) => one.complaints()),
    };
  } finally {
    for (const device of devices) await device.close();
    await server.close();
  }
}

type Round = { readonly chance: Chance; readonly words: string[] };

/** Returns how often a part of a note was edited on a second or third device in this round. */
async function playRound(devices: readonly TrialDevice[], noteIds: readonly string[], { chance, words }: Round): Promise<number> {
  const editors = new Map<string, Set<TrialDevice>>();
  for (const device of devices) await device.offline(chance.happens(0.5));
  for (let edit = 0; edit < EDITS_PER_ROUND; edit += 1) {
    for (const device of devices) {
      const noteId = chance.pick(noteIds) as string;
      const word = `w${words.length}x`;
      const isFirst = chance.happens(0.5);
      if (!(await addWord(device, noteId, { word, isFirst }))) continue;
      words.push(word);
      const part = `${noteId} ${isFirst}`;
      editors.set(part, new Set([...(editors.get(part) ?? []), device]));
      if (chance.happens(0.3)) await device.sync();
    }
  }
  for (const device of devices) await device.offline(false);
  await syncUntilEqual(devices);
  return [...editors.values()].reduce((sum, { size }) => sum + size - 1, 0);
}

/** Adds a word to the note as it is on this device. Returns false if the save was not acknowledged. */
function addWord(device: TrialDevice, noteId: string, { word, isFirst }: { readonly word: string; readonly isFirst: boolean }) {
  return device.page.evaluate(
    async ([id, text, isStart]) => {
      const notes = window.__satchelTest?.services.library.getState().library?.notes;
      const opened = await notes?.open(id);
      if (opened?.ok !== true || notes === undefined) return false;
      const { title, content, vv } = opened.value;
      const changed = isStart ? content.replace("</p>", ` ${text}</p>`) : `${content}<p>${text}</p>`;
      return (await notes.save(id, { title, content: changed }, { seen: { vv } })).ok;
    },
    [noteId, word, isFirst] as const,
  );
}

async function heldBy(device: TrialDevice) {
  const { notes, pending } = await device.held(MARK);
  return { notes, pending, text: JSON.stringify([...notes].sort((a, b) => (a.noteId < b.noteId ? -1 : 1))) };
}

async function syncUntilEqual(devices: readonly TrialDevice[]): Promise<void> {
  for (let round = 0; round < MOST_SYNCS; round += 1) {
    for (const device of devices) await device.sync();
    const held = await Promise.all(devices.map(heldBy));
    if (held.every(({ text, pending }) => text === held[0]?.text && pending === 0)) return;
  }
}

async function judge(devices: readonly TrialDevice[], words: readonly string[], clashes: number) {
  const held = await Promise.all(devices.map(heldBy));
  const missing = held.flatMap(({ text }) => words.filter((word) => !text.includes(word)));
  const conflictCopies = (held[0]?.notes ?? []).filter(({ title }) => title.includes(COPY)).length;
  const isEqual = held.every(({ text, pending }) => text === held[0]?.text && pending === 0);
  return { lost: missing.length, diverged: isEqual ? 0 : 1, conflictCopies, clashes, doubled: Math.max(0, conflictCopies - clashes) };
}

/** Each copy publishes its record as it does once an hour, as often as there are copies: each time one of them may have to step aside. */
async function countSameNames(devices: readonly TrialDevice[]): Promise<number> {
  let names: readonly (string | undefined)[] = [];
  for (const _ of devices) {
    names = [];
    for (const { page } of devices) {
      const name = await page.evaluate(async () => {
        const known = window.__satchelTest?.services.library.getState().library?.devices;
        await known?.leave();
        return known?.store.getState().ownName;
      });
      names = [...names, name];
    }
  }
  return names.length - new Set(names).size;
}
