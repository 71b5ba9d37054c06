/** Commands on notes as the screens give them, and former texts of a note, on one device of the trial. */
import type { TrialDevice } from "../trial-device.ts";

/** Returns false if the device refused. */
export function pinNote({ page }: TrialDevice, noteId: string, isPinned: boolean): Promise<boolean> {
  return page.evaluate(
    async ([id, toPinned]) => {
      const notes = window.__satchelTest?.services.library.getState().library?.notes;
      const folder = notes?.store.getState().folders.find(({ folderType }) => folderType === "PINNED");
      if (notes === undefined || folder === undefined) throw new Error("there is no Pinned folder");
      return (await notes.move(id, toPinned ? folder.folderId : null)).ok;
    },
    [noteId, isPinned] as const,
  );
}

export function trashNote({ page }: TrialDevice, noteId: string): Promise<boolean> {
  return page.evaluate(async (id) => {
    const removed = await window.__satchelTest?.services.library.getState().library?.notes.remove(id);
    return removed?.ok === true;
  }, noteId);
}

/** Returns false if the note is not in this device's trash. */
export function restoreFromTrash({ page }: TrialDevice, noteId: string): Promise<boolean> {
  return page.evaluate(async (id) => {
    const trash = await window.__satchelTest?.services.library.getState().library?.trash();
    await trash?.read();
    const restored = await trash?.restore([id]);
    return restored?.ok === true && restored.value === 1;
  }, noteId);
}

/** Ids of the notes in the trash of this device. */
export function trashedNotes({ page }: TrialDevice): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const trash = await window.__satchelTest?.services.library.getState().library?.trash();
    await trash?.read();
    return (trash?.store.getState().notes ?? []).map(({ noteId }) => noteId);
  });
}

/** Purges as each start of the app does, and then every few hours. */
export function purgeDue({ page }: TrialDevice): Promise<void> {
  return page.evaluate(async () => {
    const trash = await window.__satchelTest?.services.library.getState().library?.trash();
    await trash?.read();
    await trash?.purgeDue();
  });
}

/** Texts of all versions of a note that this device has. */
export function formerTexts({ page }: TrialDevice, noteId: string): Promise<readonly string[]> {
  return page.evaluate(async (id) => {
    const history = await window.__satchelTest?.services.library.getState().library?.history();
    const listed = await history?.list(id);
    if (history === undefined || listed?.ok !== true) return [];
    const texts: string[] = [];
    for (const { key } of listed.value) {
      const read = await history.read(id, key);
      if (read.ok) texts.push(read.value.content);
    }
    return texts;
  }, noteId);
}
