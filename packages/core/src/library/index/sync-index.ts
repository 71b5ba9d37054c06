/** The three trees in memory, without texts, and the pending work (derive.ts), updated with every committed write. */

import type { KnownPack } from "../../model/drive/pack.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { type AttachmentRow, isWaiting, type UnreferencedMark, type UploadRefusal } from "../../model/entities/attachment-row.ts";
import type { ConflictRef } from "../../model/entities/conflict.ts";
import type { CopyCause, LightEntity, LightNote } from "../../model/entities/entity.ts";
import type { NeedsYouReason } from "../../model/entities/note.ts";
import { isContained } from "../../model/entities/version-vector.ts";
import type { Attempt, LibraryIndex, SyncMeta, Writes } from "../../ports/device/local-store.ts";
import {
  filesToClear,
  filesToCollect,
  filesToErase,
  filesToFetch,
  isInSync,
  isStillBlocked,
  needsPush,
  trashedElsewhere,
} from "./derive.ts";
import { isMoreSerious, refusalOf } from "./refusal.ts";
import { createWriter, type Writer } from "./writer.ts";

/** `Writes` in messages between tabs: light entities, no texts, no drafts. */
export type LightWrites = Omit<
  Writes,
  "entities" | "bases" | "forgetBases" | "forgetDrafts" | "conflicts" | "attachmentBytes" | "versions" | "keepsVersionsOf"
> & {
  readonly entities?: readonly LightEntity[];
  readonly conflicts?: readonly ConflictRef[];
};

export class SyncIndex {
  readonly entities = new Map<string, LightEntity>();
  readonly attempts = new Map<string, Attempt>();
  readonly packs = new Map<string, KnownPack>();
  readonly attachments = new Map<string, AttachmentRow>();
  /** Unreferenced attachment files by file id. */
  readonly unreferenced = new Map<string, UnreferencedMark>();
  readonly pendingPush = new Set<string>();
  /** Unsent conflict copies, which hold what a merge dropped. */
  readonly #unsentCopies = new Set<string>();
  readonly pendingFetch = new Set<string>();
  readonly pendingCollect = new Set<string>();
  /** Entities whose file a user trashed in the drive. */
  readonly pendingRemoval = new Set<string>();
  /** Files that still have unencrypted text of notes that have become sensitive. */
  readonly pendingErase = new Set<string>();
  /** Trashed files of this device that another file contains. They are deleted for good a day later. */
  readonly pendingClear = new Set<string>();
  /** Read files whose text is not in a version here yet and waits for the Sensitive folder to be unlocked. */
  readonly waiting = new Set<string>();
  meta: SyncMeta;
  readonly #unreadable = new Set<string>();
  readonly #files = new Map<string, RemoteFile>();
  /** A list is replaced, never mutated. */
  readonly #filesOf = new Map<string, readonly RemoteFile[]>();

  #writer: Writer;

  constructor(start: LibraryIndex, writer = createWriter("")) {
    this.meta = start.meta;
    this.#writer = writer;
    for (const pack of start.packs) this.packs.set(pack.fileId, pack);
    for (const row of start.attachments) this.attachments.set(row.id, row);
    for (const mark of start.unreferenced) this.unreferenced.set(mark.fileId, mark);
    for (const attempt of start.attempts) this.attempts.set(attempt.id, attempt);
    for (const entity of start.entities) this.entities.set(entity.id, entity);
    for (const file of start.remote) this.#putFile(file);
    for (const id of this.entities.keys()) this.#derive(id);
    for (const id of this.#filesOf.keys()) if (!this.entities.has(id)) this.#derive(id);
  }

  get writer(): Writer {
    return this.#writer;
  }

  get creating(): Map<string, string> {
    return this.#writer.creating;
  }

  get tainted(): Set<string> {
    return this.#writer.tainted;
  }

  /** Makes this process write under another name. Files and intents of the former name are then another's. */
  writeAs(writer: Writer): void {
    if (writer === this.#writer) return;
    const { made } = this.#writer;
    this.#writer = writer;
    for (const id of new Set([...made].flatMap((fileId) => this.#files.get(fileId)?.id ?? []))) this.#derive(id);
  }

  file(fileId: string): RemoteFile | undefined {
    return this.#files.get(fileId);
  }

  filesOf(id: string): readonly RemoteFile[] {
    return this.#filesOf.get(id) ?? NO_FILES;
  }

  allFiles(): Iterable<RemoteFile> {
    return this.#files.values();
  }

  /** Existing files that could not be opened. */
  unreadableFiles(): readonly RemoteFile[] {
    return [...this.#unreadable].flatMap((fileId) => this.#files.get(fileId) ?? []);
  }

  /** Number of files that cannot be opened, without unencrypted ones. */
  get unreadableCount(): number {
    const packs = [...this.packs.values()].filter(({ holdsUnread }) => holdsUnread);
    return this.unreadableFiles().filter(({ unreadable }) => unreadable !== "unsealed").length + packs.length;
  }

  /** Files with an unencrypted note or folder from a foreign client, except imported ones. */
  unsealedFiles(): readonly RemoteFile[] {
    return this.unreadableFiles().filter(
      ({ unreadable, importAs }) => unreadable === "unsealed" && (importAs === undefined || !this.entities.has(importAs)),
    );
  }

  /** True if another device moved a version into the Sensitive folder, which cannot be merged with ours before unlocking. */
  isHidden(id: string): boolean {
    return this.waiting.size > 0 && this.filesOf(id).some(({ fileId }) => this.waiting.has(fileId));
  }

  toFetch(id: string): readonly RemoteFile[] {
    return filesToFetch(this.entities.get(id), this.filesOf(id), this.#writer);
  }

  toCollect(id: string): readonly RemoteFile[] {
    return filesToCollect(this.filesOf(id), this.tainted);
  }

  /** True while the drive's version of this note has text that the merge dropped, and the conflict copy with it has not been sent yet. */
  awaitsCopy({ id, vv }: LightEntity): boolean {
    const isOfThis = (cause: CopyCause): boolean => cause.id === id && isContained(cause.vv, vv);
    return [...this.#unsentCopies].some((copyId) => causesOf(this.entities.get(copyId)).some(isOfThis));
  }

  /** True while a referenced attachment is pending: a note counts as in the drive only with its attachments. */
  awaitsAttachment({ attIds }: Pick<LightNote, "attIds">): boolean {
    return attIds.some((id) => {
      const row = this.attachments.get(id);
      return row !== undefined && isWaiting(row);
    });
  }

  /** Reason why the drive refuses a referenced attachment. */
  refusedAttachment({ attIds }: Pick<LightNote, "attIds">): UploadRefusal | undefined {
    for (const id of attIds) {
      const upload = this.attachments.get(id)?.upload;
      if (upload?.kind === "waiting" && upload.refusal !== undefined) return upload.refusal;
    }
    return undefined;
  }

  /** Most serious reason why the drive refuses pending changes. */
  whyRefused(): NeedsYouReason | undefined {
    let worst: NeedsYouReason | undefined;
    const weigh = (reason: NeedsYouReason | undefined): void => {
      if (reason !== undefined && isMoreSerious(reason, worst)) worst = reason;
    };
    for (const [id, attempt] of this.attempts) if (this.pendingPush.has(id)) weigh(refusalOf(attempt));
    for (const { upload } of this.attachments.values()) if (upload.kind === "waiting") weigh(upload.refusal);
    return worst;
  }

  /** Number of the user's notes and folders that are not in the drive with everything they refer to. */
  countUnsent(): number {
    const blankCount = this.#countBlankDefaults();
    if (![...this.attachments.values()].some(isWaiting)) return this.pendingPush.size - blankCount;
    const isUnsent = (entity: LightEntity): boolean =>
      this.pendingPush.has(entity.id) || (entity.kind === "note" && this.awaitsAttachment(entity));
    return [...this.entities.values()].filter(isUnsent).length - blankCount;
  }

  /**
   * Number of unsent default folders that are unchanged and empty; they need not be kept, because they are created wherever they are
   * missing.
   */
  #countBlankDefaults(): number {
    const blank = new Set<string | null>();
    for (const id of this.pendingPush) {
      const entity = this.entities.get(id);
      if (entity?.kind === "folder" && entity.isDefault && entity.mtime === entity.createdAt && this.filesOf(id).length === 0)
        blank.add(id);
    }
    if (blank.size > 0) for (const entity of this.entities.values()) if (entity.kind === "note") blank.delete(entity.folderId);
    return blank.size;
  }

  /** Applies a committed write. Other tabs' writes may arrive late, so anything older than the known state is skipped. */
  apply(writes: LightWrites): readonly string[] {
    const touched = new Set<string>();
    if (writes.meta !== undefined) this.meta = { ...this.meta, ...writes.meta, ctr: Math.max(this.meta.ctr, writes.meta.ctr ?? 0) };
    for (const entity of writes.entities ?? []) this.#putEntity(entity, touched);
    for (const file of writes.remote ?? []) this.#takeFile(file, touched);
    for (const fileId of writes.forgetRemote ?? []) this.#dropFile(fileId, touched);
    for (const id of touched) this.#unpark(id);
    for (const fileId of writes.taint ?? []) {
      this.tainted.add(fileId);
      this.#touch(fileId, touched);
    }
    for (const fileId of writes.untaint ?? []) {
      this.tainted.delete(fileId);
      this.#touch(fileId, touched);
    }
    for (const pack of writes.packs ?? []) this.packs.set(pack.fileId, pack);
    for (const fileId of writes.forgetPacks ?? []) this.packs.delete(fileId);
    this.#takeAttachments(writes);
    for (const { id, fileId } of writes.creating ?? []) {
      this.creating.set(id, fileId);
      this.#writer.made.add(fileId);
    }
    for (const id of writes.forgetCreating ?? []) this.creating.delete(id);
    for (const attempt of writes.attempts ?? []) {
      this.attempts.set(attempt.id, attempt);
      touched.add(attempt.id);
    }
    for (const id of writes.forgetAttempts ?? []) if (this.attempts.delete(id)) touched.add(id);
    for (const id of touched) this.#derive(id);
    return [...touched];
  }

  /** Allows a retry, because the entity or its files have changed since the refusal. */
  #unpark(id: string): void {
    if (this.attempts.get(id)?.parked === true) this.attempts.delete(id);
  }

  #takeAttachments({ attachments = [], forgetAttachments = [], unreferenced = [], forgetUnreferenced = [] }: LightWrites): void {
    for (const row of attachments) this.attachments.set(row.id, row);
    for (const id of forgetAttachments) this.attachments.delete(id);
    for (const mark of unreferenced) this.unreferenced.set(mark.fileId, mark);
    for (const fileId of forgetUnreferenced) this.unreferenced.delete(fileId);
  }

  #putEntity(entity: LightEntity, touched: Set<string>): void {
    const known = this.entities.get(entity.id);
    const isOlder = known !== undefined && isContained(entity.vv, known.vv) && !isContained(known.vv, entity.vv);
    if (isOlder) return;
    this.entities.set(entity.id, entity);
    touched.add(entity.id);
  }

  #takeFile(file: RemoteFile, touched: Set<string>): void {
    const known = this.#files.get(file.fileId);
    if (known !== undefined && known.version > file.version) return;
    const former = this.#leaveFormer(file);
    if (former !== undefined) touched.add(former);
    this.#putFile(file);
    touched.add(file.id);
  }

  /** A drive may say that a file holds another record than it held before. */
  #leaveFormer({ fileId, id }: RemoteFile): string | undefined {
    const former = this.#files.get(fileId)?.id;
    if (former === undefined || former === id) return undefined;
    this.#filesOf.set(
      former,
      this.filesOf(former).filter((other) => other.fileId !== fileId),
    );
    return former;
  }

  #putFile(file: RemoteFile): void {
    this.#files.set(file.fileId, file);
    keep(this.#unreadable, file.fileId, file.unreadable !== undefined && !file.trashed);
    const siblings = this.filesOf(file.id);
    const at = siblings.findIndex(({ fileId }) => fileId === file.fileId);
    this.#filesOf.set(file.id, at === -1 ? [...siblings, file] : siblings.with(at, file));
  }

  #dropFile(fileId: string, touched: Set<string>): void {
    const file = this.#files.get(fileId);
    if (file === undefined) return;
    this.#files.delete(fileId);
    this.#filesOf.set(
      file.id,
      this.filesOf(file.id).filter((other) => other.fileId !== fileId),
    );
    this.pendingFetch.delete(fileId);
    this.pendingErase.delete(fileId);
    this.pendingClear.delete(fileId);
    this.waiting.delete(fileId);
    this.#unreadable.delete(fileId);
    touched.add(file.id);
  }

  #touch(fileId: string, touched: Set<string>): void {
    const file = this.#files.get(fileId);
    if (file !== undefined) touched.add(file.id);
  }

  #derive(id: string): void {
    const files = this.filesOf(id);
    const entity = this.entities.get(id);
    for (const file of files) {
      this.pendingFetch.delete(file.fileId);
      this.pendingErase.delete(file.fileId);
      this.pendingClear.delete(file.fileId);
      keep(this.waiting, file.fileId, isStillBlocked(entity, file));
    }
    if (isInSync(entity, files, this.tainted)) {
      for (const pending of [this.pendingPush, this.#unsentCopies, this.pendingRemoval, this.pendingCollect]) pending.delete(id);
      return;
    }
    for (const file of this.toFetch(id)) this.pendingFetch.add(file.fileId);
    if (entity?.kind === "note") for (const file of filesToErase(entity, files, this.tainted)) this.pendingErase.add(file.fileId);
    const own = { label: this.meta.deviceId, tainted: this.tainted };
    for (const file of filesToClear(entity, files, own)) this.pendingClear.add(file.fileId);
    keep(this.pendingPush, id, needsPush(entity, files, this.tainted));
    keep(this.#unsentCopies, id, this.pendingPush.has(id) && causesOf(entity).length > 0);
    keep(this.pendingRemoval, id, trashedElsewhere(entity, files, this.tainted) !== undefined);
    keep(this.pendingCollect, id, files.length > 1 && filesToCollect(files, this.tainted).length > 0);
  }
}

const NO_FILES: readonly RemoteFile[] = [];

function causesOf(entity: LightEntity | undefined): readonly CopyCause[] {
  return entity?.kind === "note" ? (entity.after ?? []) : [];
}

function keep(set: Set<string>, id: string, isIn: boolean): void {
  if (isIn) set.add(id);
  else set.delete(id);
}
