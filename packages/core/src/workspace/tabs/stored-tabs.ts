/** Converts tabs and drafts to their stored form and back. Pure. decision 0005 "Drafts". */
import type { StoredDraft, StoredTab } from "../../ports/device/local-store.ts";
import { draftOf, EMPTY_DRAFT, isDirty, type Opened, type OpenTabs, type Tab } from "./tab.ts";

export function toStoredTab(tab: Tab): StoredTab {
  return {
    id: tab.id,
    type: tab.type,
    noteId: tab.type === "new" ? null : tab.noteId,
    isExpanded: tab.isExpanded,
    createdAt: tab.createdAt,
    ...(tab.type === "new" ? { folderId: tab.folderId } : {}),
    ...(tab.type === "new" && tab.tags !== undefined ? { tags: tab.tags } : {}),
    ...(tab.type === "edit" && tab.isFresh === true ? { isFresh: true as const } : {}),
    ...(tab.type === "new" && tab.noteType !== undefined ? { noteType: tab.noteType } : {}),
  };
}

/** Returns the draft to store for a tab; undefined if nothing is unsaved, so that a stored one is removed. */
export function toStoredDraft(tab: Tab, nowMs: number): StoredDraft | undefined {
  const draft = draftOf(tab);
  if (draft === undefined || tab.type === "view" || !isDirty(tab)) return undefined;
  return {
    draftId: tab.id,
    noteId: tab.type === "edit" ? tab.noteId : null,
    folderId: tab.type === "new" ? tab.folderId : null,
    ...draft,
    ...(tab.type === "edit" && tab.editing.kind === "open" ? basedOn(tab.editing.opened) : {}),
    ...(tab.isSensitive === true ? { isSensitive: true } : {}),
    savedAtMs: nowMs,
  };
}

function basedOn({ vv, base }: Opened): Pick<StoredDraft, "baseVv" | "base"> {
  return base === undefined ? { baseVv: vv } : { baseVv: vv, base };
}

/** Restores the tabs, new ones with their draft; edit tabs get their note and draft once the note is read. */
export function toOpenTabs(
  stored: { readonly tabs: readonly StoredTab[]; readonly activeTabId: string | null },
  drafts: readonly StoredDraft[],
  titleOf: (noteId: string) => string,
): OpenTabs {
  const draftsById = new Map(drafts.map((draft) => [draft.draftId, draft]));
  let ordinal = 0;
  const tabs = stored.tabs.flatMap((tab) => {
    if (tab.type === "new") ordinal += 1;
    return toTab(tab, draftsById.get(tab.id), { ordinal, titleOf });
  });
  const isThere = tabs.some((tab) => tab.id === stored.activeTabId);
  return { tabs, activeTabId: isThere ? stored.activeTabId : (tabs.at(-1)?.id ?? null) };
}

/** Turns a draft without a tab back into a tab: 'Unsaved on this device'. */
export function toTabOfDraft(
  draft: StoredDraft,
  id: string,
  { ordinal, nowMs }: { readonly ordinal: number; readonly nowMs: number },
): Tab {
  const common = { id, isExpanded: false, createdAt: nowMs, ...sensitiveAs(draft) };
  if (draft.noteId !== null) return { ...common, type: "edit", noteId: draft.noteId, title: draft.title, editing: { kind: "loading" } };
  const text = { title: draft.title, content: draft.content };
  return { ...common, type: "new", ordinal, folderId: draft.folderId, draft: text, recoveredAtMs: draft.savedAtMs };
}

function toTab(
  stored: StoredTab,
  draft: StoredDraft | undefined,
  { ordinal, titleOf }: { readonly ordinal: number; readonly titleOf: (noteId: string) => string },
): readonly Tab[] {
  const common = { id: stored.id, isExpanded: stored.isExpanded, createdAt: stored.createdAt };
  // The window ended after the new note was created and before the list of tabs was written.
  if (stored.type === "new" && typeof draft?.noteId === "string")
    return [{ ...common, type: "edit", noteId: draft.noteId, title: titleOf(draft.noteId), editing: { kind: "loading" }, isFresh: true }];
  if (stored.type === "new") {
    const text = draft === undefined ? EMPTY_DRAFT : { title: draft.title, content: draft.content };
    const { noteType, tags } = stored;
    const kind = { ...(noteType === undefined ? {} : { noteType }), ...(tags === undefined ? {} : { tags }) };
    const folderId = draft?.folderId ?? stored.folderId ?? null;
    const recovered = draft === undefined ? {} : { recoveredAtMs: draft.savedAtMs };
    return [{ ...common, ...kind, ...sensitiveAs(draft), ...recovered, type: "new", ordinal, folderId, draft: text }];
  }
  if (stored.noteId === null) return [];
  const note = { noteId: stored.noteId, title: titleOf(stored.noteId) };
  if (stored.type === "view") return [{ ...common, ...note, type: "view" }];
  return [{ ...common, ...note, type: "edit", editing: { kind: "loading" }, ...(stored.isFresh === true ? { isFresh: true } : {}) }];
}

function sensitiveAs(draft: StoredDraft | undefined): { readonly isSensitive?: true } {
  return draft?.isSensitive === true ? { isSensitive: true } : {};
}
