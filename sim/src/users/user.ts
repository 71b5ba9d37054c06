/**
 * The user's actions with their devices: create, add, replace, rename, move, delete and restore notes, often based on a text that they
 * opened long ago.
 */

import { isAlive } from "@satchel/core/model/entities/entity.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import type { VersionVector } from "@satchel/core/model/entities/version-vector.ts";
import type { Device } from "../device/device.ts";
import { contentOf } from "../device/reading.ts";
import { type Oracle, tokensIn } from "../oracle/oracle.ts";
import type { Chance } from "../world/random.ts";
import type { VirtualTime } from "../world/virtual-time.ts";

export type UserDeps = {
  readonly device: Device;
  readonly oracle: Oracle;
  readonly chance: Chance;
  readonly time: VirtualTime;
  readonly trace: (line: string) => void;
};

type Act = (deps: UserDeps) => Promise<void>;
export type Acts = readonly { readonly weight: number; readonly act: Act }[];

/** A note as a user has it on screen. */
export type Opened = {
  readonly noteId: string;
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly vv: VersionVector;
  readonly isEncrypted: boolean;
};

export const EVERYDAY: Acts = [
  { weight: 3, act: createNote },
  { weight: 5, act: addText },
  { weight: 3, act: replaceText },
  { weight: 1, act: renameNote },
  { weight: 1, act: createFolder },
  { weight: 1, act: moveNote },
  { weight: 2, act: deleteNote },
  { weight: 1, act: restoreNote },
];

export async function actOnce(deps: UserDeps, acts: Acts): Promise<void> {
  const total = acts.reduce((sum, { weight }) => sum + weight, 0);
  let at = deps.chance.int(1, total);
  for (const { weight, act } of acts) {
    at -= weight;
    if (at <= 0) return act(deps);
  }
}

async function createNote({ device, oracle, chance, trace }: UserDeps): Promise<void> {
  const token = oracle.newToken();
  const folders = device.notes?.store.getState().folders.filter(({ folderType }) => folderType === "CUSTOM") ?? [];
  const folderId = chance.happens(0.5) ? (chance.pick(folders)?.folderId ?? null) : null;
  const made = await device.command((notes) => notes.create({ title: `Note ${token}`, content: `<p>${token}</p>` }, folderId));
  if (made?.ok !== true) return;
  oracle.acknowledge(token, made.value.noteId, { vv: made.value.vv, author: device.name });
  trace(`${device.name} created ${made.value.noteId} with ${token}`);
}

function addText(deps: UserDeps): Promise<void> {
  return editNote(deps, (note, token) => `${note.content}<p>${token}</p>`);
}

function replaceText(deps: UserDeps): Promise<void> {
  return editNote(deps, (_note, token) => `<p>${token}</p>`);
}

/** One in three edits takes long: others write, and this device syncs, while the editor is open. */
async function editNote(deps: UserDeps, write: (note: Opened, token: string) => string): Promise<void> {
  const opened = await openAny(deps);
  if (opened !== undefined) await edit(deps, opened, write);
}

async function edit(deps: UserDeps, opened: Opened, write: (note: Opened, token: string) => string): Promise<void> {
  const { oracle, chance, time, trace, device } = deps;
  if (chance.happens(0.33)) await time.wait(chance.int(1000, 20 * 60_000));
  const token = oracle.newToken();
  const content = write(opened, token);
  const saved = await save(device, opened, { title: opened.title, content });
  const dropped = tokensIn(opened.content).filter((text) => !content.includes(text));
  if (saved?.ok === false) return;
  // The user who saw these texts wanted them gone, whether or not the edit took effect.
  oracle.removedBySomeoneWhoSaw(dropped);
  if (saved === undefined) return oracle.unclear(opened.noteId);
  oracle.acknowledge(token, opened.noteId, { vv: saved.value.vv, author: device.name });
  trace(`${device.name} wrote ${token} into ${opened.noteId}${dropped.length > 0 ? ` over ${dropped.join(" ")}` : ""}`);
}

/** If a note moved into the Sensitive folder while it was on screen, it is saved there, provided that the folder is unlocked. */
export async function save(
  device: Device,
  { noteId, vv, isEncrypted }: Opened,
  draft: { readonly title: string; readonly content: string },
) {
  const sealed = () => device.command((_notes, { sensitive }) => sensitive.save(noteId, draft, { seen: { vv } }));
  if (isEncrypted) return sealed();
  const saved = await device.command((notes) => notes.save(noteId, draft, { seen: { vv } }));
  return saved?.ok === false && saved.problem.kind === "sensitive-locked" ? sealed() : saved;
}

async function renameNote(deps: UserDeps): Promise<void> {
  const opened = await openAny(deps);
  if (opened === undefined) return;
  const title = `Note ${deps.chance.int(1, 1000)}`;
  const saved = await save(deps.device, opened, { title, content: opened.content });
  if (saved?.ok === true) deps.oracle.edited(opened.noteId, saved.value.vv);
  else deps.oracle.unclear(opened.noteId);
}

async function createFolder({ device, chance }: UserDeps): Promise<void> {
  const name = chance.pick(["Recipes", "Thesis", "recipes", "Garden"]) ?? "Garden";
  await device.command((notes) => notes.createFolder({ name, description: "", color: "#3B82F6" }));
}

async function moveNote({ device, oracle, chance }: UserDeps): Promise<void> {
  const state = device.notes?.store.getState();
  const note = chance.pick(state?.notes ?? []);
  const folder = chance.pick(state?.folders ?? []);
  if (note === undefined || note.isEncrypted || folder?.folderType === "SENSITIVE") return;
  await device.command((notes) => notes.move(note.noteId, folder?.folderId ?? null));
  oracle.unclear(note.noteId);
}

async function deleteNote(deps: UserDeps): Promise<void> {
  const { device, oracle, trace } = deps;
  const opened = await openAny(deps);
  if (opened === undefined) return;
  const removed = await device.command((notes) => notes.remove(opened.noteId));
  const held = (await device.disk.view()).entities.get(opened.noteId);
  // The delete also covers what another tab of this device saved a moment ago. It can be restored with the note (I1; seed 20542). A tab that
  // imports the note again replaces its tags before they are read here (seed 20232).
  oracle.removedBySomeoneWhoSaw(tokensIn([opened.content, ...opened.tags, contentOf(held)].join(" ")));
  // If the note is alive, another tab of this device saved it right after the delete.
  if (removed?.ok !== true || held === undefined || isAlive(held)) return oracle.unclear(opened.noteId);
  oracle.deleted(opened.noteId, held.vv);
  trace(`${device.name} deleted ${opened.noteId} holding ${tokensIn(opened.content).join(" ")}`);
}

async function restoreNote({ device, oracle, chance, trace }: UserDeps): Promise<void> {
  const deleted = [...(await device.disk.view()).entities.values()].flatMap((entity) =>
    entity.kind === "note" && Object.keys(entity.alive).length === 0 ? [entity] : [],
  );
  const note = chance.pick(deleted);
  if (note === undefined) return;
  const restored = await device.command((notes) => notes.restore(note.id));
  if (restored?.ok !== true) return oracle.unclear(note.id);
  oracle.restored(note.id, []);
  trace(`${device.name} restored ${note.id}`);
}

export async function openAny({ device, chance }: UserDeps): Promise<Opened | undefined> {
  const summary = chance.pick(device.notes?.store.getState().notes ?? []);
  return summary === undefined ? undefined : open(device, summary);
}

/** A note and its tags as the user sees them. */
export async function openTags({ device, chance }: UserDeps) {
  const summary = chance.pick(device.notes?.store.getState().notes ?? []);
  if (summary === undefined) return undefined;
  const { noteId, isEncrypted } = summary;
  if (!isEncrypted) return { noteId, isEncrypted, tags: summary.tags ?? [] };
  const opened = await device.command((_notes, { sensitive }) => sensitive.open(noteId));
  return opened?.ok === true ? { noteId, isEncrypted, tags: opened.value.tags ?? [] } : undefined;
}

/** Sensitive notes can be opened only while the folder is unlocked. */
async function open(device: Device, { noteId, isEncrypted }: NoteSummary): Promise<Opened | undefined> {
  const opened = isEncrypted
    ? await device.command((_notes, { sensitive }) => sensitive.open(noteId))
    : await device.command((notes) => notes.open(noteId));
  if (opened?.ok !== true) return undefined;
  const { title, content, tags = [], vv } = opened.value;
  return { noteId, title, content, tags, vv, isEncrypted };
}
