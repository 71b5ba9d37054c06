/** Collects what is only on this device: notes that have not reached the drive, and unsaved texts. Changes nothing. */
import type { NotesService } from "../../library/notes/notes-service-types.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { StoredDraft } from "../../ports/device/local-store.ts";
import { draftOf, isDirty, type Tab } from "../tabs/tab.ts";
import type { UnsyncedItem } from "./unsynced.ts";

export type UnsyncedDeps = {
  readonly notes: Pick<NotesService, "store" | "open">;
  readonly tabs: ReadableStore<{ readonly tabs: readonly Tab[]; readonly orphanedDrafts: readonly StoredDraft[] }>;
};

/** `unreadable`: number of locked notes, whose text cannot be put into a page. */
export type UnsyncedContent = { readonly items: readonly UnsyncedItem[]; readonly unreadable: number };

export async function gatherUnsynced({ notes, tabs }: UnsyncedDeps): Promise<UnsyncedContent> {
  const waiting = notes.store.getState().notes.filter(({ sync }) => sync.kind !== "in-your-drive");
  const items: UnsyncedItem[] = [];
  for (const { noteId } of waiting) {
    const opened = await notes.open(noteId);
    if (!opened.ok) continue;
    const { title, content, lastModified } = opened.value;
    items.push({ title, content, savedAtMs: lastModified, isDraft: false });
  }
  return { items: [...items, ...draftsOf(tabs)], unreadable: waiting.length - items.length };
}

function draftsOf(tabs: UnsyncedDeps["tabs"]): readonly UnsyncedItem[] {
  const { tabs: open, orphanedDrafts } = tabs.getState();
  const typed = open.filter(isDirty).flatMap((tab) => {
    const draft = draftOf(tab);
    return draft === undefined ? [] : [{ ...draft, savedAtMs: tab.createdAt, isDraft: true }];
  });
  return [...typed, ...orphanedDrafts.map(({ title, content, savedAtMs }) => ({ title, content, savedAtMs, isDraft: true }))];
}
