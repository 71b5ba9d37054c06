/**
 * The user's actions with attachments: attach a file, refer to it from another note, remove it, open it, give it up, and stay away for a
 * day. sync.md §11.
 */
import { referencesIn } from "@satchel/core/document/references.ts";
import type { AttachmentOracle } from "../checks/attachments.ts";
import { type Acts, actOnce, type Opened, openAny, save, type UserDeps } from "./user.ts";

type FileUserDeps = UserDeps & { readonly files: AttachmentOracle };
type Act = (deps: FileUserDeps) => Promise<void>;

const HOUR_MS = 3_600_000;

const ACTS: readonly { readonly weight: number; readonly act: Act }[] = [
  { weight: 5, act: attach },
  { weight: 2, act: share },
  { weight: 3, act: takeOut },
  { weight: 3, act: openOne },
  { weight: 1, act: giveUp },
  { weight: 1, act: stayAway },
];

export function attachOnce(deps: FileUserDeps): Promise<void> {
  const acts: Acts = ACTS.map(({ weight, act }) => ({ weight, act: () => act(deps) }));
  return actOnce(deps, acts);
}

async function attach(deps: FileUserDeps): Promise<void> {
  const id = await add(deps);
  const opened = id === undefined ? undefined : await openAny(deps);
  if (id === undefined || opened === undefined || opened.isEncrypted) return;
  if (await write(deps, opened, opened.content + linkTo(id))) deps.trace(`${deps.device.name} attached ${id} to ${opened.noteId}`);
}

/** The file is acknowledged. From now on its bytes may not be lost while any note refers to them. */
async function add({ device, files, chance }: FileUserDeps): Promise<string | undefined> {
  const file = files.newFile(chance.happens(0.3) ? chance.int(3000, 600_000) : chance.int(0, 1900));
  const options = { use: "file", isSensitive: false, noteId: null } as const;
  const added = await device.command(async (_notes, more) => more.files?.attachments.add(file, options));
  if (added?.ok !== true) return undefined;
  files.acknowledge(added.value.id, file.bytes);
  return added.value.id;
}

async function share(deps: FileUserDeps): Promise<void> {
  const from = await openAny(deps);
  const id = deps.chance.pick(referencesIn(from?.content ?? ""));
  const to = await openAny(deps);
  if (id === undefined || to === undefined || to.isEncrypted) return;
  if (await write(deps, to, to.content + linkTo(id))) deps.trace(`${deps.device.name} refers to ${id} from ${to.noteId} too`);
}

async function takeOut(deps: FileUserDeps): Promise<void> {
  const opened = await openAny(deps);
  const id = deps.chance.pick(referencesIn(opened?.content ?? ""));
  if (id === undefined || opened === undefined || opened.isEncrypted) return;
  if (await write(deps, opened, opened.content.replaceAll(linkTo(id), "")))
    deps.trace(`${deps.device.name} took ${id} out of ${opened.noteId}`);
}

async function openOne(deps: FileUserDeps): Promise<void> {
  const opened = await openAny(deps);
  const id = deps.chance.pick(referencesIn(opened?.content ?? ""));
  if (id === undefined) return;
  const bytes = await deps.device.command(async (_notes, more) => more.files?.attachments.open({ id, isSensitive: false }));
  if (bytes?.ok === true) deps.files.read(id, bytes.value, deps.device.name);
}

async function giveUp(deps: FileUserDeps): Promise<void> {
  const id = await add(deps);
  if (id === undefined) return;
  await deps.time.wait(deps.chance.int(0, 2000));
  await deps.device.command(async (_notes, more) => more.files?.attachments.cancel(id));
  deps.files.givenUp(id);
}

async function stayAway({ time, chance }: FileUserDeps): Promise<void> {
  await time.wait(chance.int(6 * HOUR_MS, 30 * HOUR_MS));
}

/** Returns whether the save was acknowledged. The text of the note stays the same, so the oracle of the notes has no new edit to check. */
async function write({ device, oracle }: FileUserDeps, opened: Opened, content: string): Promise<boolean> {
  const saved = await save(device, opened, { title: opened.title, content });
  if (saved?.ok === true) oracle.edited(opened.noteId, saved.value.vv);
  else oracle.unclear(opened.noteId);
  return saved?.ok === true;
}

function linkTo(id: string): string {
  return `<p><a data-file-id="${id}" data-file-name="${id}">${id}</a></p>`;
}
