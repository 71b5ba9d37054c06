/** Copies local mode's library into the account's. Repeatable; deletes nothing. Spec B §4 "Local mode", decision 0011. */
import { referencesIn } from "../../document/references.ts";
import { foldersById, followFolder, visibleFolders } from "../../library/folders/folder-hygiene.ts";
import type { Library } from "../../library/index/library-service.ts";
import { type Entity, type FolderEntity, isAlive, type LightEntity } from "../../model/entities/entity.ts";
import type { Attachment } from "../../model/entities/note.ts";
import type { KeptVersion } from "../../model/entities/note-versions.ts";
import { UPGRADE } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { DraftStore, StoredDraft, StoreProblem } from "../../ports/device/local-store.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import type { AttachmentBytes } from "../../ports/transfer/attachment-bytes.ts";
import { createSealedTransactions } from "../../vault/sensitive/sealed-transactions-service.ts";
import { type FolderMapping, planFolders } from "../backup/plan-restore.ts";
import { planTake, type TakenFrom, type Target, targetIds } from "./plan-take.ts";
import type { LocalNotes, UpgradeCounts, UpgradeProblem } from "./upgrade-service-types.ts";

export type TakeDeps = {
  readonly library: Library;
  readonly attachments: Pick<AttachmentBytes, "has" | "put">;
  readonly drafts: Pick<DraftStore, "loadDrafts" | "putDraft">;
  /** Reseals a sensitive note that needs another id. */
  readonly sealing: NoteSealing;
  readonly onProgress: (done: number, total: number) => void;
};

/** `sensitive-locked`: a sensitive note was edited in both places, and the folder's password is needed to keep both. */
export type TakeProblem = UpgradeProblem | { readonly kind: "sensitive-locked" };

/** Content of local mode at one moment. `ctr`: its write counter, which any later write changes. */
export type LocalContent = {
  readonly ctr: number;
  readonly folders: readonly FolderEntity[];
  /** Merged folders, which notes may still name, and the folders that replaced them. */
  readonly merged: ReadonlyMap<string, string>;
  readonly noteIds: readonly string[];
  /** Ids of notes that only the Sensitive folder's key opens. */
  readonly sealedIds: ReadonlySet<string>;
  readonly attachmentIds: readonly string[];
  /** Attachments that an ordinary note or draft refers to. */
  readonly openAttachmentIds: readonly string[];
  readonly drafts: readonly StoredDraft[];
};

type Step<Value = void> = Promise<Result<Value, TakeProblem>>;

export async function readLocalContent(local: LocalNotes): Promise<Result<LocalContent, StoreProblem>> {
  const [index, drafts, attachmentIds] = await Promise.all([local.loadIndex(), local.loadDrafts(), local.attachmentIds()]);
  if (!index.ok) return index;
  if (!drafts.ok) return drafts;
  if (!attachmentIds.ok) return attachmentIds;
  const living = index.value.entities.filter(isAlive);
  const [open, openDrafts] = [living.filter((entity) => !isSealedNote(entity)), drafts.value.filter(({ sealed }) => sealed === undefined)];
  return ok({
    ctr: index.value.meta.ctr,
    folders: visibleFolders(index.value.entities).map(({ folder }) => folder),
    merged: mergedFolders(foldersById(index.value.entities)),
    noteIds: living.filter(({ kind }) => kind === "note").map(({ id }) => id),
    sealedIds: new Set(living.filter(isSealedNote).map(({ id }) => id)),
    // A sealed draft's references are unknown without the key, so any file may belong to it.
    attachmentIds:
      openDrafts.length < drafts.value.length ? attachmentIds.value : usedAttachments(attachmentIds.value, living, drafts.value),
    openAttachmentIds: usedAttachments(attachmentIds.value, open, openDrafts),
    drafts: drafts.value,
  });
}

function mergedFolders(folders: ReadonlyMap<string, FolderEntity>): ReadonlyMap<string, string> {
  const merged = [...folders.values()].filter(({ mergedInto }) => mergedInto !== null);
  return new Map(merged.map(({ id }) => [id, followFolder(id, folders)] as const));
}

/** Content that can move before the Sensitive folder's key has joined the account. */
export function withoutSealed(content: LocalContent): LocalContent {
  const { noteIds, sealedIds, openAttachmentIds, drafts } = content;
  return {
    ...content,
    noteIds: noteIds.filter((id) => !sealedIds.has(id)),
    attachmentIds: openAttachmentIds,
    drafts: drafts.filter(({ sealed }) => sealed === undefined),
  };
}

function isSealedNote(entity: LightEntity): boolean {
  return entity.kind === "note" && entity.isEncrypted;
}

/** Leaves out attachments that no note and no draft refers to. */
function usedAttachments(kept: readonly string[], living: readonly LightEntity[], drafts: readonly StoredDraft[]): readonly string[] {
  const used = new Set([
    ...living.flatMap((entity) => (entity.kind === "note" ? entity.attIds : [])),
    ...drafts.flatMap(({ content }) => referencesIn(content)),
  ]);
  return kept.filter((id) => used.has(id));
}

export function countContent({ folders, noteIds, attachmentIds, drafts }: LocalContent): UpgradeCounts {
  const own = folders.filter(({ folderType }) => folderType === "CUSTOM").length;
  return { notes: noteIds.length, folders: own, attachments: attachmentIds.length, drafts: drafts.length };
}

/** Returns the account id of each folder and note. */
export async function takeLocal(deps: TakeDeps, local: LocalNotes, content: LocalContent): Step<readonly Target[]> {
  const total = content.attachmentIds.length + content.noteIds.length;
  let done = 0;
  const step = (count: number): void => {
    done += count;
    deps.onProgress(done, total);
  };
  step(0);
  const folders = await takeFolders(deps, content);
  if (!folders.ok) return folders;
  // Attachments come before the notes that refer to them.
  const attachments = await takeAttachments(deps, local, { ids: content.attachmentIds, step });
  if (!attachments.ok) return attachments;
  const notes = await takeNotes(deps, local, { ids: content.noteIds, mapping: folders.value.mapping, step });
  if (!notes.ok) return notes;
  const drafts = await takeDrafts(deps, content.drafts, folders.value.mapping);
  return drafts.ok ? ok([...folders.value.targets, ...notes.value]) : drafts;
}

async function takeFolders(
  deps: TakeDeps,
  { folders, merged }: Pick<LocalContent, "folders" | "merged">,
): Step<{ readonly mapping: FolderMapping; readonly targets: readonly Target[] }> {
  const known = folders.map((folder) => ({ ...folder, lastModified: folder.mtime }));
  const { mapping: found, missing } = planFolders(known, [...deps.library.index.entities.values()]);
  const mapping = new Map([...merged].map(([id, into]) => [id, found.get(into) ?? into] as const).concat([...found]));
  const wanted = new Map(missing.map((folder) => [folder.id, folder] as const));
  const placed = folders.flatMap(({ parent: _parent, ...folder }) => {
    const place = wanted.get(folder.id);
    return place === undefined ? [] : [{ ...folder, name: place.name, ...(place.parent && { parent: place.parent }) }];
  });
  const written = await take(deps, placed, { mapping, versionsOf: new Map() });
  return written.ok ? ok({ mapping, targets: written.value }) : written;
}

async function takeAttachments(
  { attachments }: TakeDeps,
  local: LocalNotes,
  { ids, step }: { readonly ids: readonly string[]; readonly step: (count: number) => void },
): Step {
  for (const id of ids) {
    if (!(await attachments.has(id))) {
      const bytes = await local.readAttachment(id);
      if (!bytes.ok) return bytes;
      const put = bytes.value === undefined ? ok(undefined) : await attachments.put(toAttachment(id, bytes.value), bytes.value);
      if (!put.ok) return put.problem.kind === "too-large" ? failed({ kind: "too-large" }) : failed(put.problem);
    }
    step(1);
  }
  return ok(undefined);
}

/** The note has the attachment's name. */
function toAttachment(id: string, bytes: Uint8Array): Attachment {
  return { id, fileName: "", mimeType: "", sizeBytes: bytes.length };
}

async function takeNotes(
  deps: TakeDeps,
  local: LocalNotes,
  { ids, mapping, step }: { readonly ids: readonly string[]; readonly mapping: FolderMapping; readonly step: (count: number) => void },
): Step<readonly Target[]> {
  const targets: Target[] = [];
  for (let from = 0; from < ids.length; from += UPGRADE.notesAtOnce) {
    const group = ids.slice(from, from + UPGRADE.notesAtOnce);
    const read = await local.readEntities(group);
    if (!read.ok) return read;
    const versions = await takeVersionFiles(deps, local, group);
    if (!versions.ok) return versions;
    const taken = await take(deps, [...read.value.values()], { mapping, versionsOf: versions.value });
    if (!taken.ok) return taken;
    targets.push(...taken.value);
    step(group.length);
  }
  return ok(targets);
}

/** Returns the history of these notes after taking the files that only former versions refer to. */
async function takeVersionFiles(deps: TakeDeps, local: LocalNotes, noteIds: readonly string[]): Step<TakenFrom["versionsOf"]> {
  const versionsOf = new Map<string, readonly KeptVersion[]>();
  for (const id of noteIds) {
    const read = await local.readVersions(id);
    if (!read.ok) return read;
    versionsOf.set(id, read.value);
  }
  const fileIds = [...versionsOf.values()].flatMap((versions) => versions.flatMap(({ note }) => note.attIds));
  const taken = await takeAttachments(deps, local, { ids: [...new Set(fileIds)], step: () => undefined });
  return taken.ok ? ok(versionsOf) : taken;
}

async function take({ library, sealing }: TakeDeps, entities: readonly Entity[], from: TakenFrom): Step<readonly Target[]> {
  const taken = await createSealedTransactions(library, sealing).transact(
    { entities: entities.flatMap(targetIds) },
    (seen, texts) => {
      const { writes, ...answer } = planTake(entities, from, { seen, texts });
      return { writes, answer };
    },
    "restore",
  );
  if (!taken.ok) return taken;
  if (!taken.value.hasBoundText) return ok(taken.value.targets);
  const isLocked = (await sealing.unlockedSensitive()) === undefined;
  return failed({ kind: isLocked ? "sensitive-locked" : "changed-in-both" });
}

async function takeDrafts({ drafts }: TakeDeps, wanted: readonly StoredDraft[], mapping: FolderMapping): Step {
  const there = await drafts.loadDrafts();
  if (!there.ok) return there;
  const known = new Map(there.value.map(({ draftId, savedAtMs }) => [draftId, savedAtMs] as const));
  for (const draft of wanted) {
    if ((known.get(draft.draftId) ?? -1) >= draft.savedAtMs) continue;
    const put = await drafts.putDraft({ ...draft, folderId: draft.folderId === null ? null : (mapping.get(draft.folderId) ?? null) });
    if (!put.ok) return put;
  }
  return ok(undefined);
}
