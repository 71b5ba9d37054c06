/** The user's actions on their Sensitive folder on two devices, and the expected results. For the random walks. */
import { draftOf, type Tab as NoteTab } from "@satchel/core/workspace/tabs/tab.ts";
import fc from "fast-check";
import type { Fault } from "./browser.ts";
import { createMachine, openSensitiveDevice, type SensitiveDevice } from "./sensitive-device.ts";
import { WatchedDrive } from "./watched-drive.ts";

export const ACCOUNT = "Correct horse 1";
const DAY_MS = 86_400_000;
const FAULTS: readonly Fault[] = ["request", "answer", "crash-before", "crash-after"];
const STEPS = [
  "unlock",
  "unlock",
  "unlock",
  "lock",
  "type-and-lock",
  "type-and-lock",
  "sleep",
  "create",
  "create-plain",
  "type",
  "type",
  "type",
  "type-new",
  "save",
  "save",
  "close",
  "move-in",
  "move-in",
  "move-out",
  "sync",
  "sync",
  "sync",
  "die",
  "die",
  "expire-soon",
  "break",
  "change",
  "recover",
  "offline",
  "online",
] as const;

/** `pick` selects the note, tab or fault. */
export type Step = { readonly at: number; readonly kind: (typeof STEPS)[number]; readonly pick: number };
export const anyStep: fc.Arbitrary<Step> = fc.record({
  at: fc.nat({ max: 1 }),
  kind: fc.constantFrom(...STEPS),
  pick: fc.nat({ max: 11 }),
});

export type World = {
  readonly baseUrl: string;
  readonly drive: WatchedDrive;
  readonly devices: [SensitiveDevice, SensitiveDevice];
  /** In the order they were chosen, including those of a change without a response. */
  readonly passwords: string[];
  /** The passwords that may be the current one: more than one after a change without a response. */
  valid: readonly string[];
  /** Texts that the app reported as saved. */
  readonly kept: Set<string>;
  /** Text typed into a sensitive note and not yet on disk. */
  readonly typed: Set<string>;
  /** Texts that were never outside the folder, each with its note or tab. */
  readonly secret: Map<string, string>;
  /** Notes that were moved out: text typed into them elsewhere may come out by a merge. */
  readonly movedOut: Set<string>;
  made: number;
};

export async function begin(baseUrl: string, email: string): Promise<World> {
  const drive = new WatchedDrive();
  const one = await openSensitiveDevice(baseUrl, createMachine("one---"), drive);
  await must(one.account.register(email, ACCOUNT));
  await one.notes.ensureDefaultFolders();
  await one.sync();
  const two = await openSensitiveDevice(baseUrl, createMachine("two---"), drive);
  await must(two.account.signIn(email, ACCOUNT));
  await two.sync();
  await must(one.folder.setUp("quiet sea 0"));
  await two.account.refresh();
  const world: World = {
    baseUrl,
    drive,
    devices: [one, two],
    passwords: ["quiet sea 0"],
    valid: ["quiet sea 0"],
    kept: new Set(),
    typed: new Set(),
    secret: new Map(),
    movedOut: new Set(),
    made: 0,
  };
  await create(world, one, one.folderId() ?? null);
  await create(world, one, null);
  for (const device of [one, two]) await device.sync();
  return world;
}

/** Reopens a page that crashes on the way, over its stored state. */
export async function withDevice(world: World, at: number, act: (device: SensitiveDevice) => Promise<void>): Promise<void> {
  const device = world.devices[at] as SensitiveDevice;
  // A page that its user closed never becomes quiet, because its key operations never end.
  const isQuiet = async (): Promise<void> => (device.isDead() ? undefined : device.quiet());
  if (!device.isDead()) await Promise.race([device.died, act(device).then(isQuiet)]);
  if (!device.isDead() || world.devices[at] !== device) return;
  world.typed.clear();
  await openAgain(device, world);
}

export function take(step: Step, world: World): Promise<void> {
  return withDevice(world, step.at, (device) => doStep(step, world, device));
}

export async function openAgain(device: SensitiveDevice, world: World, isNewTab = false): Promise<void> {
  const { machine, line } = device;
  device.leave();
  machine.tab = { session: isNewTab ? undefined : machine.tab.session };
  const again = await openSensitiveDevice(world.baseUrl, machine, world.drive);
  again.line.isCut = line.isCut;
  // The step may end before the page has ended; in that case the page was reopened already.
  const at = world.devices.indexOf(device);
  if (at >= 0) world.devices[at] = again;
}

/** Offline, a device opens with the newest password that it has learned. */
export async function unlock(device: SensitiveDevice, { passwords, valid }: World): Promise<void> {
  for (const password of device.line.isCut ? passwords.toReversed() : valid) {
    if (!device.isUnlocked()) await device.folder.unlock(password);
  }
}

async function doStep({ kind, pick }: Step, world: World, device: SensitiveDevice): Promise<void> {
  const { notes, tabs, folder, line, clock, life } = device;
  switch (kind) {
    case "unlock":
      return unlock(device, world);
    case "lock":
      return folder.lock();
    case "type-and-lock": {
      await typeInto(world, device, { pick, isFlushed: false });
      await folder.lock();
      await device.quiet();
      // Sealed with the last use of the key, and written soon after.
      if (!device.isDead()) for (const word of world.typed) world.kept.add(word);
      world.typed.clear();
      return;
    }
    case "sleep":
      clock.sleep(DAY_MS);
      return folder.touch();
    case "create":
      return create(world, device, device.folderId() ?? null);
    case "create-plain":
      return create(world, device, null);
    case "type":
      return typeInto(world, device, { pick });
    case "type-new":
      return typeNew(world, device);
    case "save":
      return ofTabs(device, pick, async ({ id }) => void (await tabs.save(id)));
    case "close":
      // Closing discards visible text, so the user keeps a tab if asked.
      return ofTabs(device, pick, async (tab) => void (draftOf(tab) === undefined && tabs.close(tab.id)));
    case "move-in":
      return ofNotes(device, { pick, isEncrypted: false }, async (noteId) => void (await notes.move(noteId, device.folderId() ?? null)));
    case "move-out":
      return moveOut(world, device, pick);
    case "sync":
      return device.sync();
    case "die":
      return openAgain(device, world, pick % 3 === 0);
    case "expire-soon":
      life.passesLeft = pick + 1;
      return;
    case "break":
      line.at = 1 + (pick % 3);
      line.fault = FAULTS[pick % FAULTS.length] as Fault;
      return;
    case "change":
      return change(world, (current, next) => folder.change(current, next));
    case "recover":
      return change(world, (_current, next) => folder.recover({ kind: "password", password: ACCOUNT }, next));
    case "offline":
    case "online":
      line.isCut = kind === "offline";
  }
}

async function create(world: World, device: SensitiveDevice, folderId: string | null): Promise<void> {
  const word = nextWord(world);
  if (folderId !== null) world.secret.set(word, word);
  const made = await device.notes.create({ title: word, content: `<p>${word}</p>` }, folderId);
  if (!made.ok) return;
  world.kept.add(word);
  if (folderId !== null) world.secret.set(word, made.value.noteId);
}

async function typeInto(
  world: World,
  device: SensitiveDevice,
  { pick, isFlushed = true }: { readonly pick: number; readonly isFlushed?: boolean },
): Promise<void> {
  const { notes, tabs } = device;
  const all = notes.store.getState().notes;
  const note = all[pick % all.length];
  if (note === undefined) return;
  const tabId = tabs.openEdit(note.noteId);
  await device.quiet();
  await typeAt(world, device, {
    tabId,
    secretOf: note.isEncrypted && !world.movedOut.has(note.noteId) ? note.noteId : undefined,
    isFlushed,
  });
}

async function typeNew(world: World, device: SensitiveDevice): Promise<void> {
  const tabId = device.tabs.openNew(device.folderId() ?? null);
  await device.quiet();
  await typeAt(world, device, { tabId, secretOf: tabId });
}

async function typeAt(
  world: World,
  device: SensitiveDevice,
  { tabId, secretOf, isFlushed = true }: { readonly tabId: string; readonly secretOf: string | undefined; readonly isFlushed?: boolean },
): Promise<void> {
  const { tabs } = device;
  const tab = tabs.store.getState().tabs.find(({ id }) => id === tabId);
  const draft = tab === undefined ? undefined : draftOf(tab);
  if (draft === undefined) return;
  const word = nextWord(world);
  if (secretOf !== undefined) world.secret.set(word, secretOf);
  tabs.editDraft(tabId, { title: draft.title || word, content: `${draft.content}<p>${word}</p>` });
  if (!isFlushed) {
    // The user cannot type into a crashed page.
    if (secretOf !== undefined && !device.isDead()) world.typed.add(word);
    return;
  }
  const flushed = await tabs.flush();
  if (flushed.ok) world.kept.add(word);
}

async function moveOut(world: World, device: SensitiveDevice, pick: number): Promise<void> {
  await ofNotes(device, { pick, isEncrypted: true }, async (noteId) => {
    const read = await device.notes.open(noteId);
    if (!read.ok) return;
    world.movedOut.add(noteId);
    for (const [word, of] of world.secret) if (of === noteId || read.value.content.includes(word)) world.secret.delete(word);
    await device.notes.move(noteId, null);
  });
}

type Replace = (current: string, next: string) => Promise<{ readonly ok: boolean }>;

async function change(world: World, replace: Replace): Promise<void> {
  const current = world.valid[0] ?? "";
  const next = `quiet sea ${world.passwords.length}`;
  world.passwords.push(next);
  world.valid = [...world.valid, next];
  const changed = await replace(current, next);
  if (changed.ok) world.valid = [next];
}

async function ofNotes(
  device: SensitiveDevice,
  { pick, isEncrypted }: { readonly pick: number; readonly isEncrypted: boolean },
  act: (noteId: string) => Promise<void>,
): Promise<void> {
  const all = device.notes.store.getState().notes.filter((note) => note.isEncrypted === isEncrypted);
  const note = all[pick % all.length];
  if (note !== undefined) await act(note.noteId);
}

async function ofTabs(device: SensitiveDevice, pick: number, act: (tab: NoteTab) => Promise<void>): Promise<void> {
  const all = device.tabs.store.getState().tabs;
  const tab = all[pick % all.length];
  if (tab !== undefined) await act(tab);
}

function nextWord(world: World): string {
  world.made += 1;
  return `zebrafinch${world.made}z`;
}

async function must(done: Promise<{ readonly ok: boolean }>): Promise<void> {
  const { ok } = await done;
  if (!ok) throw new Error("the walk could not begin");
}
