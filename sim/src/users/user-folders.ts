/**
 * The user's edits of folders: create in another, move, rename and delete them. A folder that no user deleted must be there at the end, in the
 * same place on all devices. Decision 0051.
 */
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import type { UserDeps } from "./user.ts";

const NAMES = ["2024", "2025", "June", "Plans", "plans"];
const VALUES = { description: "", color: "#3B82F6" };

export async function nestOnce(deps: UserDeps): Promise<void> {
  const { device, chance } = deps;
  const folders = device.notes?.store.getState().folders.filter(({ folderType }) => folderType === "CUSTOM") ?? [];
  const [folder, other] = [chance.pick(folders), chance.pick(folders)];
  if (folder === undefined || chance.happens(0.35)) return create(deps, folder);
  if (chance.happens(0.5)) return move(deps, folder, chance.happens(0.75) ? other : undefined);
  return chance.happens(0.5) ? rename(deps, folder) : remove(deps, folder);
}

async function create({ device, oracle, chance, trace }: UserDeps, parent: Folder | undefined): Promise<void> {
  const name = chance.pick(NAMES) ?? "";
  const made = await device.command((notes) => notes.createFolder({ ...VALUES, name }, parent?.folderId ?? null));
  if (made?.ok !== true) return;
  oracle.folderMade(made.value.folderId, device.name);
  trace(`${device.name} created folder ${made.value.folderId} ${name} in ${parent?.folderId ?? "none"}`);
}

async function move({ device, trace }: UserDeps, folder: Folder, parent: Folder | undefined): Promise<void> {
  const moved = await device.command((notes) => notes.moveFolder(folder.folderId, parent?.folderId ?? null));
  if (moved?.ok === true) trace(`${device.name} moved folder ${folder.folderId} into ${parent?.folderId ?? "none"}`);
}

async function rename({ device, chance, trace }: UserDeps, folder: Folder): Promise<void> {
  const name = `${chance.pick(NAMES)} ${chance.int(1, 3)}`;
  const renamed = await device.command((notes) => notes.updateFolder(folder.folderId, { ...VALUES, name }));
  if (renamed?.ok === true) trace(`${device.name} renamed folder ${folder.folderId} to ${name}`);
}

async function remove({ device, oracle, trace }: UserDeps, folder: Folder): Promise<void> {
  const removed = await device.command((notes) => notes.removeFolder(folder.folderId));
  if (removed?.ok === false) return;
  oracle.folderDeleted(folder.folderId);
  trace(`${device.name} deleted folder ${folder.folderId}`);
}
