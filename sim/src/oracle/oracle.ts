/**
 * Conditions that must hold once everyone has stopped and all devices have synced: nothing acknowledged is lost, all devices show the same,
 * no text is in two notes, and nothing came back that was deleted by someone who had seen all of it. Every edit writes a token of its own.
 * sync.md §10 "Oracle".
 */

import { needsPush } from "@satchel/core/library/index/derive.ts";
import type { NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import { isTrashed } from "@satchel/core/library/trash/trash.ts";
import { purgeKey } from "@satchel/core/merge/purge.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { Entity, LightEntity, NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { isContained, type VersionVector } from "@satchel/core/model/entities/version-vector.ts";

export type View = ReadonlyMap<
  string,
  { readonly title: string; readonly content: string; readonly isEncrypted: boolean; readonly folder: string | null }
>;

type Token = { readonly text: string; readonly noteId: string; readonly author: string; isRemoved: boolean };
type Deletion = { readonly noteId: string; readonly seen: VersionVector };

/** A whole word, because the id of a file may contain something that looks like a token (seed 7000259). */
const TOKEN = /\bt\d+x\b/g;
const FORGERY = /\bf\d+x\b/g;
const CONFLICT_COPY = /-c[0-9a-z]{11}$/;

export function tokensIn(content: string): readonly string[] {
  return content.match(TOKEN) ?? [];
}

export class Oracle {
  readonly #tokens = new Map<string, Token>();
  readonly #edits = new Map<string, VersionVector[]>();
  readonly #deletions: Deletion[] = [];
  readonly #uncertain = new Set<string>();
  readonly #dropped = new Set<string>();
  readonly #purges: { readonly noteId: string; readonly key: string; readonly author: string }[] = [];
  readonly #restored = new Set<string>();
  /** Device that created each folder which no user has deleted. */
  readonly #folders = new Map<string, string>();
  #count = 0;

  get ackedEdits(): number {
    return this.#tokens.size;
  }

  newToken(): string {
    this.#count += 1;
    return `t${this.#count}x`;
  }

  /** A text written by someone who does not have the key. */
  newForgery(): string {
    this.#count += 1;
    return `f${this.#count}x`;
  }

  /** Forged texts that a device accepted. */
  accepted(held: readonly string[]): readonly string[] {
    return [...new Set(held.flatMap((text) => text.match(FORGERY) ?? []))];
  }

  /** The product said that this text is saved. */
  acknowledge(text: string, noteId: string, { vv, author }: { readonly vv: VersionVector; readonly author: string }): void {
    this.#tokens.set(text, { text, noteId, author, isRemoved: false });
    this.edited(noteId, vv);
  }

  edited(noteId: string, vv: VersionVector): void {
    this.#edits.set(noteId, [...(this.#edits.get(noteId) ?? []), vv]);
  }

  /** The process died before it answered, so the edit may or may not exist. The oracle claims nothing about either. */
  unclear(noteId: string | undefined): void {
    if (noteId !== undefined) this.#uncertain.add(noteId);
  }

  /** The user who had these texts on screen overwrote them, or deleted the note that contained them. */
  removedBySomeoneWhoSaw(texts: readonly string[]): void {
    for (const text of texts) {
      const token = this.#tokens.get(text);
      if (token !== undefined) token.isRemoved = true;
      this.#dropped.delete(text);
    }
  }

  folderMade(folderId: string, author: string): void {
    this.#folders.set(folderId, author);
  }

  folderDeleted(folderId: string): void {
    this.#folders.delete(folderId);
  }

  /** Folders that are gone although no user deleted them. `follow` resolves merged folders. */
  lostFolders(shown: ReadonlySet<string>, follow: (folderId: string) => string): readonly string[] {
    const isGone = (folderId: string): boolean => {
      const kept = follow(folderId);
      // A folder may be merged into one that a user then deletes.
      return !shown.has(kept) && (kept === folderId || this.#folders.has(kept));
    };
    return [...this.#folders.keys()].filter(isGone);
  }

  /** A device that is lost takes with it what it wrote and never called saved in the drive, but nothing that others wrote. */
  goneWith(author: string, texts: readonly string[]): void {
    // The device's purges may never have reached the drive.
    this.#purges.splice(0, this.#purges.length, ...this.#purges.filter((purge) => purge.author !== author));
    this.removedBySomeoneWhoSaw(texts.filter((text) => this.#tokens.get(text)?.author === author));
    for (const [folderId, by] of this.#folders) if (by === author) this.#folders.delete(folderId);
  }

  /** Texts that a decision about a conflict removed from its device although no user had removed them. */
  droppedByDecision(texts: readonly string[]): void {
    for (const text of texts) if (this.#tokens.get(text)?.isRemoved === false) this.#dropped.add(text);
  }

  deleted(noteId: string, seen: VersionVector): void {
    this.#deletions.push({ noteId, seen });
  }

  /** A restore saves again what the note contains. */
  restored(noteId: string, texts: readonly string[]): void {
    this.#uncertain.add(noteId);
    this.#restored.add(noteId);
    for (const text of texts) {
      const token = this.#tokens.get(text);
      if (token !== undefined) token.isRemoved = false;
    }
  }

  /** Records that the user kept a note whose file was in the drive's trash. The note may be in the app's trash again, although it was purged. */
  kept(noteId: string): void {
    this.#restored.add(noteId);
  }

  /** `key`: the key of the version whose text is purged. */
  purged(noteId: string, key: string, author: string): void {
    this.#purges.push({ noteId, key, author });
  }

  /** Notes that are in the trash again with the text that was purged, although no one restored them meanwhile. */
  backInTrash(held: readonly Entity[]): readonly string[] {
    const isPurged = (note: NoteEntity): boolean => this.#purges.some(({ noteId, key }) => noteId === note.id && key === purgeKey(note));
    const isBack = (entity: Entity): boolean =>
      entity.kind === "note" && isTrashed(entity) && !this.#restored.has(entity.id) && isPurged(entity);
    return [...new Set(held.filter(isBack).map(({ id }) => id))];
  }

  lost(view: View): readonly string[] {
    const shown = new Set([...view.values()].flatMap(({ content }) => tokensIn(content)));
    const gone = [...this.#tokens.values()].filter(({ text, isRemoved }) => !isRemoved && !shown.has(text)).map(({ text }) => text);
    return [...gone, ...this.#dropped];
  }

  /** Texts that are in two notes neither of which is a conflict copy. */
  duplicates(view: View): readonly string[] {
    const homes = new Map<string, string[]>();
    for (const [noteId, { content }] of view) {
      // Conflict copies are recognized by id, because people rename them (seed 1384).
      if (CONFLICT_COPY.test(noteId)) continue;
      for (const text of new Set(tokensIn(content))) homes.set(text, [...(homes.get(text) ?? []), noteId]);
    }
    return [...homes].filter(([, noteIds]) => noteIds.length > 1).map(([text]) => text);
  }

  revived(view: View): readonly string[] {
    const isCovered = ({ noteId, seen }: Deletion): boolean =>
      !this.#uncertain.has(noteId) && (this.#edits.get(noteId) ?? []).every((vv) => isContained(vv, seen));
    return this.#deletions.filter((deletion) => view.has(deletion.noteId) && isCovered(deletion)).map(({ noteId }) => noteId);
  }
}

type Truth = {
  readonly entity: (id: string) => Pick<LightEntity, "vv"> | undefined;
  readonly filesOf: (id: string) => readonly RemoteFile[];
  readonly tainted: ReadonlySet<string>;
};

/**
 * Compares what the interface claims with the truth: it calls no note 'in your drive' while something of the note has still to be sent.
 * `needsPush` is computed from scratch each time, so that a mistake in keeping it up to date shows as well. sync.md I3.
 */
export function falseClaims({ notes, pendingCount }: NotesState, truth: Truth): readonly string[] {
  const isPending = (id: string): boolean => needsPush(truth.entity(id), truth.filesOf(id), truth.tainted);
  const wrong = notes.filter(({ noteId, sync }) => sync.kind === "in-your-drive" && isPending(noteId));
  const waiting = notes.filter(({ noteId }) => isPending(noteId)).length;
  return [
    ...wrong.map(({ noteId }) => `${noteId} is called 'in your drive' and is not`),
    ...(pendingCount < waiting ? [`${waiting} notes wait, and ${pendingCount} are counted`] : []),
  ];
}
