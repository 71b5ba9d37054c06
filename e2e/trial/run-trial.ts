/**
 * The trial: two real browsers of one account edit the same notes, lose the network and die. After each pair of edits both must hold and
 * show the same, with every acknowledged change, once.
 */

import { startServer, type TestServer } from "../harness/servers/server.ts";
import * as user from "../harness/user.ts";
import { type DeviceOutcome, judgePair, type PairOutcome, type TrialFailure } from "./judge-pair.ts";
import { FOLDERS, isText, type PairPlan, planPair } from "./pair-plan.ts";
import { TrialDevice } from "./trial-device.ts";

export type TrialOptions = {
  readonly pairs: number;
  readonly seed: number;
  /** Number of the first pair, to repeat a single one. */
  readonly from?: number;
  /** Enables the channel between devices, so that one device's save may reach the other's text before it acts. */
  readonly withChannel?: boolean;
  readonly log: (line: string) => void;
};

export type TrialResult = {
  readonly pairs: number;
  readonly seed: number;
  readonly lost: number;
  readonly diverged: number;
  readonly stale: number;
  readonly doubled: number;
  /** Errors that the pages logged. */
  readonly complaints: readonly string[];
};

export const ADA = { email: "ada@example.org", password: "Correct horse 1" };
/** Number of pairs between two progress lines. */
const PROGRESS_EVERY = 10;
/** Maximum number of sync rounds until both hold the same. A merge on one device requires another round on the other. */
const MOST_ROUNDS = 12;

export async function runTrial({ pairs, seed, from = 1, withChannel = false, log }: TrialOptions): Promise<TrialResult> {
  const server = await startServer();
  const devices: TrialDevice[] = [];
  try {
    const [first, second] = [await TrialDevice.open(withChannel), await TrialDevice.open(withChannel)];
    devices.push(first, second);
    await moveIn(server, first, second);
    const counts = { lost: 0, diverged: 0, stale: 0, doubled: 0 };
    for (let number = from; number < from + pairs; number += 1) {
      const plan = planPair(seed, number);
      const failures = await playPair(plan, [first, second], server.origin).catch((error: unknown) => {
        log(`pair ${number} broke off: ${JSON.stringify(plan)}`);
        throw error;
      });
      for (const kind of new Set(failures.map((failure) => failure.kind))) counts[kind] += 1;
      if (failures.length > 0) log(`pair ${number}: ${JSON.stringify(plan)}\n${failures.map(formatFailure).join("\n")}`);
      if ((number - from + 1) % PROGRESS_EVERY === 0) log(`${number - from + 1} of ${pairs} pairs`);
    }
    return { pairs, seed, ...counts, complaints: devices.flatMap((device) => device.complaints()) };
  } finally {
    for (const device of devices) await device.close();
    await server.close();
  }
}

const formatFailure = ({ kind, what }: TrialFailure): string => `  ${kind}: ${what}`;

/** Sets up one account with its folders on both devices. */
export async function moveIn({ origin }: TestServer, first: TrialDevice, second: TrialDevice): Promise<void> {
  await user.moveIn(first.page, origin, ADA);
  await first.ready();
  await first.learnToLook();
  for (let at = 0; at < FOLDERS; at += 1) await first.makeFolder(at);
  await first.sync();
  await user.signInToNotes(second.page, origin, ADA);
  await second.ready();
  await second.learnToLook();
  await second.sync();
  for (const device of [first, second]) others.set(device, await device.makeNote({ mark: "other" }));
}

/** The note that covers the pair's note on each device if the screen is `behind`. */
const others = new WeakMap<TrialDevice, string>();

type Two = readonly [TrialDevice, TrialDevice];

async function playPair(plan: PairPlan, devices: Two, origin: string): Promise<readonly TrialFailure[]> {
  const [first, second] = devices;
  const noteId = await first.makeNote(plan);
  await first.sync();
  await second.sync();
  for (const device of devices) await device.show(noteId);
  const played = plan.order === "at-once" ? await playAtOnce(plan, devices, noteId) : await playInTurn(plan, devices, noteId);
  await recover(plan, devices, { origin, noteId });
  if (plan.screen === "behind") for (const device of devices) await device.show(others.get(device) ?? noteId);
  const held = await syncUntilIdle(plan, devices);
  const outcomes: DeviceOutcome[] = [];
  for (const [side, device] of devices.entries()) {
    if (plan.screen === "behind") await device.goBack(noteId);
    const reportedUpdate = side === 1 ? played.reportedUpdate : undefined;
    const looks = await device.shown(noteId);
    outcomes.push({ notes: held[side] ?? [], ...looks, ...(reportedUpdate === undefined ? {} : { reportedUpdate }) });
  }
  const replaced = devices.map((device) => device.replaced).join(" ");
  const outcome: PairOutcome = { noteId, done: played.done, replaced, devices: outcomes as unknown as PairOutcome["devices"] };
  return judgePair(plan, outcome);
}

type Played = { readonly done: readonly [boolean, boolean]; readonly reportedUpdate?: boolean };

/** Neither device has seen the other's act. */
async function playAtOnce(plan: PairPlan, [first, second]: Two, noteId: string): Promise<Played> {
  await cut(plan, [first, second]);
  const done = await Promise.all([first.act(plan, 0, noteId), second.act(plan, 1, noteId)]);
  return { done };
}

/** The first device's version arrives while the second shows the note, in the read view or the editor, with or without unsaved text. */
async function playInTurn(plan: PairPlan, devices: Two, noteId: string): Promise<Played> {
  const [first, second] = devices;
  const [, answer] = plan.acts;
  const isTyping = plan.screen === "typing" && isText(answer);
  if (plan.screen === "edit" || plan.screen === "typing") await second.edit();
  if (isTyping) await second.type(plan, 1);
  await cut(plan, devices);
  const isDone = await first.act(plan, 0, noteId);
  if (!isTyping) return { done: [isDone, false] };
  await recover(plan, [first, undefined], undefined);
  const isAway = plan.trouble === "second-offline" || plan.trouble === "both-offline";
  const arrives = !isAway && plan.trouble !== "first-killed" && isDone && isText(plan.acts[0]);
  if (arrives) {
    await first.sync();
    await second.sync();
  }
  const reportedUpdate = arrives ? await second.isMarkedUpdated() : undefined;
  const isSaved = await second.save();
  return { done: [isDone, isSaved], ...(reportedUpdate === undefined ? {} : { reportedUpdate }) };
}

async function cut({ trouble }: PairPlan, [first, second]: Two): Promise<void> {
  if (trouble === "first-offline" || trouble === "both-offline") await first.offline(true);
  if (trouble === "second-offline" || trouble === "both-offline") await second.offline(true);
}

async function recover(
  { trouble }: PairPlan,
  [first, second]: readonly [TrialDevice, TrialDevice | undefined],
  killed: { readonly origin: string; readonly noteId: string } | undefined,
): Promise<void> {
  await first.offline(false);
  await second?.offline(false);
  if (killed === undefined) return;
  if (trouble === "first-killed") await first.kill(killed.origin, killed.noteId);
  if (trouble === "second-killed") await second?.kill(killed.origin, killed.noteId);
}

/** Syncs both devices alternately until nothing is pending and both hold the same. */
async function syncUntilIdle({ mark }: PairPlan, devices: Two) {
  let held = await Promise.all(devices.map((device) => device.held(mark)));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await Promise.all(devices.map((device) => device.sync()));
    held = await Promise.all(devices.map((device) => device.held(mark)));
    const [here, there] = held.map(({ notes }) => JSON.stringify([...notes].sort((a, b) => (a.noteId < b.noteId ? -1 : 1))));
    if (here === there && held.every(({ pending }) => pending === 0)) break;
  }
  return held.map(({ notes }) => notes);
}
