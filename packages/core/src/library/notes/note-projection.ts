/** Projects the library's records to what the user sees: the list, each note's sync state, ordered folders. Pure. */

import { nameNoteLinks } from "../../document/references.ts";
import { isCopyListed } from "../../merge/conflict-copy.ts";
import { type FolderEntity, isAlive, type LightNote, type NoteEntity } from "../../model/entities/entity.ts";
import type { Note, NoteSummary, NoteSync } from "../../model/entities/note.ts";
import { carryUnknownFields } from "../../model/entities/parsing/unknown-fields.ts";
import { isSavedSearch, type SavedSearch, toSavedSearch } from "../../model/entities/saved-search.ts";
import { shownTags } from "../../model/entities/tags/tag.ts";
import { foldersById, followFolder } from "../folders/folder-hygiene.ts";
import { toFolders } from "../folders/folder-list.ts";
import { refusalOf, uploadFailureOf } from "../index/refusal.ts";
import type { SyncIndex } from "../index/sync-index.ts";
import { shownTitle } from "./note-list.ts";
import type { NotesState } from "./notes-service-types.ts";

/** `isSyncing`: a cycle is running. */
export type SyncSituation = { readonly isSyncing: boolean };

export type Projection = Pick<NotesState, "notes" | "searches" | "folders">;

export function projectLibrary(index: SyncIndex, situation: SyncSituation): Projection {
  const entities = [...index.entities.values()];
  const folders = foldersById(entities);
  const notes: NoteSummary[] = [];
  const searches: SavedSearch[] = [];
  for (const entity of entities) {
    if (entity.kind !== "note") continue;
    if (isSavedSearch(entity) && isAlive(entity)) searches.push(toSavedSearch(entity));
    else if (isListed(entity, index)) notes.push(toSummary(entity, index, { folders, situation }));
  }
  return { notes: notes.sort(byLastModified), searches, folders: toFolders(entities) };
}

export function isListed(note: LightNote, index: SyncIndex): boolean {
  if (!isAlive(note) || isSavedSearch(note)) return false;
  return isCopyListed(note, (id) => index.entities.get(id)?.vv, index.meta.lastCompleteAt);
}

type SummaryContext = { readonly folders: ReadonlyMap<string, FolderEntity>; readonly situation: SyncSituation };

export function toSummary(note: LightNote, index: SyncIndex, { folders, situation }: SummaryContext): NoteSummary {
  const next = toNewSummary(note, index, { folders, situation });
  const shown = known.get(note);
  if (shown !== undefined && isSame(shown, next)) return shown;
  known.set(note, next);
  return next;
}

/** Reuses the row of an unchanged note, so that only changed rows of a large list are rendered again. */
const known = new WeakMap<LightNote, NoteSummary>();

/** Compares the fields that can change without a new record: titles of linked notes, folder, seal and sync state. */
function isSame(a: NoteSummary, b: NoteSummary): boolean {
  const reasonOf = ({ sync }: NoteSummary) => {
    if (sync.kind === "needs-you") return sync.reason;
    return sync.kind === "on-this-device" ? sync.failed : undefined;
  };
  return (
    a.preview === b.preview &&
    a.folderId === b.folderId &&
    a.isEncrypted === b.isEncrypted &&
    a.sync.kind === b.sync.kind &&
    reasonOf(a) === reasonOf(b)
  );
}

function toNewSummary(note: LightNote, index: SyncIndex, { folders, situation }: SummaryContext): NoteSummary {
  // A locked device hides its own version of a note that another device moved into the Sensitive folder. encryption.md 3.5 (9).
  const isHidden = index.isHidden(note.id);
  const follow = (folderId: string | null) => (folderId === null ? null : followFolder(folderId, folders));
  return {
    noteId: note.id,
    title: isHidden ? "" : note.title,
    preview: isHidden ? "" : previewWithTitles(note, index),
    folderId: follow(note.folderId),
    createdAt: note.createdAt,
    lastModified: note.mtime,
    isEncrypted: note.isEncrypted || isHidden,
    ...(note.isEncrypted || isHidden ? { seal: "locked" as const } : {}),
    attachments: note.attachments,
    ...(note.tags === undefined || note.isEncrypted || isHidden ? {} : shownTags(note.tags)),
    ...(note.isTemplate !== true || note.isEncrypted || isHidden ? {} : { isTemplate: true as const }),
    ...(note.day === undefined || note.isEncrypted || isHidden ? {} : { day: note.day }),
    ...(note.linkIds === undefined || note.isEncrypted || isHidden ? {} : { linkIds: note.linkIds }),
    ...(note.pinnedFrom === undefined ? {} : { pinnedFrom: follow(note.pinnedFrom) }),
    sync: syncOf(note, index, situation),
  };
}

/** Preview with the titles of the notes that it links to: none of deleted ones, or of those in the Sensitive folder. */
export function previewWithTitles({ preview, linkIds }: LightNote, index: SyncIndex): string {
  return linkIds === undefined
    ? preview
    : nameNoteLinks(
        preview,
        linkIds.map((id) => titleOf(id, index)),
      );
}

function titleOf(noteId: string, index: SyncIndex): string {
  const note = index.entities.get(noteId);
  if (note?.kind !== "note" || !isAlive(note) || note.isEncrypted || index.isHidden(noteId)) return "";
  return nameNoteLinks(shownTitle(note), []);
}

export function toNote(entity: NoteEntity, summary: NoteSummary): Note {
  return { ...summary, content: entity.content, vv: entity.vv, ...carryUnknownFields(entity) };
}

function syncOf(note: LightNote, index: SyncIndex, { isSyncing }: SyncSituation): NoteSync {
  if (!index.pendingPush.has(note.id) && !index.awaitsAttachment(note)) return { kind: "in-your-drive" };
  const reason = refusalOf(index.attempts.get(note.id)) ?? index.refusedAttachment(note);
  if (reason !== undefined) return { kind: "needs-you", reason };
  if (isSyncing) return { kind: "saving" };
  const failed = uploadFailureOf(index.attempts.get(note.id));
  return failed === undefined ? { kind: "on-this-device" } : { kind: "on-this-device", failed };
}

function byLastModified(a: NoteSummary, b: NoteSummary): number {
  return b.lastModified - a.lastModified || (a.noteId < b.noteId ? -1 : 1);
}
