/**
 * The user's notes of days and their template. Any device may make a note before it has seen that of another; texts written into both are
 * the oracle's, and there must be one note of each day. Decisions 0059, 0060.
 */
import { save, type UserDeps } from "./user.ts";

const WORDS = { title: "A day", folder: "Days", style: { locale: "en-GB" } } as const;
const DAYS = ["2026-11-28", "2026-11-29", "2026-11-30"];

export async function openDayOnce(deps: UserDeps): Promise<void> {
  const { device, oracle, chance, trace } = deps;
  if (chance.happens(0.15)) return chooseTemplate(deps);
  const day = chance.pick(DAYS) ?? "";
  const opened = await device.command((_notes, { days }) => days.open(day, WORDS));
  if (opened?.ok !== true) return;
  const { noteId } = opened.value;
  // A note that comes back from the trash brings its texts.
  oracle.unclear(noteId);
  const note = await device.command((notes) => notes.open(noteId));
  if (note?.ok !== true) return;
  const { title, content, tags = [], vv, isEncrypted } = note.value;
  const token = oracle.newToken();
  const saved = await save(device, { noteId, title, content, tags, vv, isEncrypted }, { title, content: `${content}<p>${token}</p>` });
  if (saved?.ok === false) return;
  if (saved === undefined) return oracle.unclear(noteId);
  oracle.acknowledge(token, noteId, { vv: saved.value.vv, author: device.name });
  trace(`${device.name} wrote ${token} into ${noteId} of ${day}`);
}

/**
 * Marks a note as a template, and names one for a folder. Never the same note for both: a note that is filled from it would have its texts, which
 * the oracle takes for duplicates.
 */
async function chooseTemplate({ device, oracle, chance, trace }: UserDeps): Promise<void> {
  const { notes = [], folders = [] } = device.notes?.store.getState() ?? {};
  const marked = chance.pick(notes.filter(({ isEncrypted, day }) => !isEncrypted && day === undefined));
  const named = chance.pick(notes.filter(({ day }) => day !== undefined));
  const folder = chance.pick(folders.filter(({ folderType }) => folderType === "CUSTOM"));
  if (marked !== undefined) {
    await device.command((_notes, { templates }) => templates.mark([marked.noteId], chance.happens(0.7)));
    oracle.unclear(marked.noteId);
  }
  if (folder === undefined) return;
  await device.command((_notes, { templates }) => templates.setOfFolder(folder.folderId, named?.noteId));
  trace(`${device.name} chose the template ${named?.noteId ?? "none"} for folder ${folder.folderId}`);
}
