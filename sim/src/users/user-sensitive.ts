/** The user's actions with the Sensitive folder: unlock it, lock it, write in it, and move notes in and out, whatever else is happening. */
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import { tokensIn } from "../oracle/oracle.ts";
import { type Acts, EVERYDAY, type UserDeps } from "./user.ts";

export const SENSITIVE_ACTS: Acts = [
  ...EVERYDAY,
  { weight: 3, act: unlock },
  { weight: 1, act: lock },
  { weight: 3, act: createSensitive },
  { weight: 4, act: moveIn },
  { weight: 2, act: moveOut },
];

async function unlock({ device, trace }: UserDeps): Promise<void> {
  if (!device.knowsPassword || device.key.isOpen) return;
  device.key.unlock();
  trace(`${device.name} unlocked`);
}

async function lock({ device, trace }: UserDeps): Promise<void> {
  if (!device.key.isOpen) return;
  device.key.lock();
  trace(`${device.name} locked`);
}

async function createSensitive({ device, oracle, chance, trace }: UserDeps): Promise<void> {
  const folder = sensitiveFolder(device.notes?.store.getState().folders);
  if (folder === undefined || !device.key.isOpen) return;
  const token = oracle.newToken();
  const draft = { title: `Note ${token}`, content: `<p>${token}</p>` };
  if (chance.happens(0.1)) device.key.lock();
  const made = await device.command((_notes, { sensitive }) => sensitive.create(draft, folder.folderId));
  if (made?.ok !== true) return;
  oracle.acknowledge(token, made.value.id, { vv: made.value.vv, author: device.name });
  trace(`${device.name} created the sensitive ${made.value.id} with ${token}`);
}

async function moveIn(deps: UserDeps): Promise<void> {
  const { device, oracle, chance, trace } = deps;
  const { notes = [], folders } = device.notes?.store.getState() ?? {};
  const folder = sensitiveFolder(folders);
  const note = chance.pick(notes.filter(({ isEncrypted }) => !isEncrypted));
  if (note === undefined || folder === undefined) return;
  const moved = await device.command((_notes, { sensitive }) => sensitive.moveIn(note.noteId, folder.folderId));
  oracle.unclear(note.noteId);
  trace(`${device.name} moved ${note.noteId} into the Sensitive folder: ${moved === undefined ? "died" : moved.ok || moved.problem.kind}`);
}

async function moveOut(deps: UserDeps): Promise<void> {
  const { device, oracle, chance, trace } = deps;
  const { notes = [], folders = [] } = device.notes?.store.getState() ?? {};
  const note = chance.pick(notes.filter(({ isEncrypted }) => isEncrypted));
  const folder = chance.pick(folders.filter(({ folderType }) => folderType === "CUSTOM"));
  if (note === undefined) return;
  const moved = await device.command((_notes, { sensitive }) => sensitive.moveOut(note.noteId, folder?.folderId ?? null));
  oracle.unclear(note.noteId);
  const texts = moved?.ok === true ? tokensIn(moved.value.content).join(" ") : "";
  trace(`${device.name} moved ${note.noteId} out: ${moved === undefined ? "died" : moved.ok || moved.problem.kind} ${texts}`);
}

function sensitiveFolder(folders: readonly Folder[] = []): Folder | undefined {
  return folders.find(({ folderType }) => folderType === "SENSITIVE");
}
