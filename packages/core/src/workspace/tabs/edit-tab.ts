/** How an edit tab changes: when its note is read, while its text is typed, and when that is saved. Pure. */
import type { NoteProblem } from "../../library/notes/notes-service-types.ts";
import type { Note, NoteDraft } from "../../model/entities/note.ts";
import { isEqual, type VersionVector } from "../../model/entities/version-vector.ts";
import type { StoredDraft } from "../../ports/device/local-store.ts";
import { draftOf, type EditTab, type Opened, type SaveOptions, type Tab, type ViewTab } from "./tab.ts";

type OpenEditing = Extract<EditTab["editing"], { readonly kind: "open" }>;

/** Opens the note's text, or a stored draft of it. */
export function withNote(before: EditTab, note: Note, kept: StoredDraft | undefined): EditTab {
  const { isSensitive: _isSensitive, ...bare } = before;
  const tab: EditTab = note.isEncrypted ? { ...bare, isSensitive: true } : bare;
  const text = { title: note.title, content: note.content };
  if (kept === undefined) return { ...tab, title: note.title, editing: { kind: "open", opened: { vv: note.vv, text }, draft: text } };
  const open = { kind: "open", draft: { title: kept.title, content: kept.content }, recoveredAtMs: kept.savedAtMs } as const;
  const vv = kept.baseVv ?? note.vv;
  if (isEqual(vv, note.vv)) return { ...tab, title: note.title, editing: { ...open, opened: { vv, text } } };
  return { ...tab, title: note.title, editing: { ...open, opened: openedBefore(kept, vv), isBehind: true } };
}

/** Opens a stored draft even if its note cannot be read anymore. */
export function withoutNote(tab: EditTab, problem: NoteProblem, kept: StoredDraft | undefined): EditTab {
  if (kept === undefined) return { ...tab, editing: { kind: "failed", problem } };
  const open = { kind: "open", draft: { title: kept.title, content: kept.content }, recoveredAtMs: kept.savedAtMs } as const;
  return { ...tab, editing: { ...open, opened: openedBefore(kept, kept.baseVv ?? {}) } };
}

/** The version that a stored draft was typed on, whose text is no longer available. */
function openedBefore({ base }: StoredDraft, vv: VersionVector): Opened {
  return base === undefined ? { vv, text: undefined } : { vv, text: undefined, base };
}

export function edited(editing: OpenEditing, change: Partial<NoteDraft>, basedOn: Opened): OpenEditing {
  const draft = { ...editing.draft, ...change };
  return basedOn === editing.opened ? { ...editing, draft } : { ...editing, draft, opened: basedOn, isBehind: true };
}

/** Marks an open text whose note has changed since. */
export function behind(tab: EditTab, editing: OpenEditing): EditTab {
  return { ...tab, editing: { ...editing, isBehind: true } };
}

export function toViewTab({ editing: _editing, isFresh: _isFresh, ...tab }: EditTab): ViewTab {
  return { ...tab, type: "view", isExpanded: false };
}

/** A tab whose text was saved. `opened`: the version on which its editor types from now on. */
export type SavedTab =
  | { readonly kind: "shown"; readonly tab: ViewTab }
  | { readonly kind: "edited"; readonly tab: EditTab; readonly opened: Opened; readonly hasLaterText: boolean };

/**
 * Text typed during the save stays in the tab, now on top of the saved note. `saved`: the text that was saved as `note`, which differs from it
 * if another version arrived in between.
 */
export function afterSave(
  tab: Tab,
  saved: NoteDraft,
  { note, options, isPending }: { readonly note: Note; readonly options: SaveOptions; readonly isPending: boolean },
): SavedTab {
  const { id, isExpanded, createdAt } = tab;
  const common = {
    id,
    isExpanded,
    createdAt,
    noteId: note.noteId,
    title: note.title,
    ...(note.isEncrypted ? { isSensitive: true as const } : {}),
  };
  const isAutomatic = options.isAutomatic === true;
  const isFresh = isAutomatic && (tab.type === "new" || (tab.type === "edit" && tab.isFresh === true));
  const bare: EditTab = { ...common, ...(isFresh ? { isFresh } : {}), type: "edit", editing: { kind: "loading" } };
  const isMerged = !isSameText(note, saved);
  const draft = draftOf(tab);
  if (draft !== undefined && !isSameText(draft, saved)) {
    const opened = openedAfterSave(tab, saved, note);
    const editing = { kind: "open", opened, draft, ...(isMerged ? { isBehind: true as const } : {}) } as const;
    return { kind: "edited", tab: { ...bare, editing }, opened, hasLaterText: true };
  }
  // Pending content belongs to the open editor.
  if (options.staysOpen !== true && !isAutomatic && !isPending)
    return { kind: "shown", tab: { ...common, type: "view", isExpanded: false } };
  const text = { title: note.title, content: note.content };
  const shown: Opened = { vv: note.vv, text };
  // The editor has not shown a merged text yet.
  const opened = isMerged ? openedAfterSave(tab, saved, note) : shown;
  return { kind: "edited", tab: { ...bare, editing: { kind: "open", opened: shown, draft: text } }, opened, hasLaterText: false };
}

/**
 * Version on which further typing is based. If the save merged another version, that is still the version seen before: the editor has not
 * shown the merged text, and a save on top of it would look as if the user had deleted it (sync.md §2 "Trap"). `base` keeps the saved text
 * from being added again.
 */
function openedAfterSave(tab: Tab, saved: NoteDraft, note: Note): Opened {
  const wasMerged = tab.type === "edit" && !isSameText(saved, note);
  return wasMerged && tab.editing.kind === "open" ? { ...tab.editing.opened, text: saved, base: saved } : { vv: note.vv, text: saved };
}

/** True if both have the same title and content. */
export function isSameText(one: NoteDraft, other: NoteDraft): boolean {
  return one.title === other.title && one.content === other.content;
}
