/**
 * What must be true when everyone has stopped and could talk: nothing acknowledged is lost, all devices show the same, nothing stands
 * twice, nothing deleted by someone who had seen everything came back. sync.md §10 "Oracle". Every edit writes a token of its own.
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

/** By itself: the id of a file may look like one inside (seed 7000259). */
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
  #count = 0;

  get ackedEdits(): number {
    return this.#tokens.size;
  }

  newToken(): string {
    this.#count += 1;
    return `t${this.#count}x`;
  }

  /** A text that no one wrote who has the key. */
  newForgery(): string {
    this.#count += 1;
    return `f${this.#count}x`;
  }

  /** Forged texts among what the devices hold. */
  accepted(held: readonly string[]): readonly string[] {
    return [...new Set(held.flatMap((text) => text.match(FORGERY) ?? []))];
  }

  /** The product said that this text is safe. */
  acknowledge(text: string, noteId: string, { vv, author }: { readonly vv: VersionVector; readonly author: string }): void {
    this.#tokens.set(text, { text, noteId, author, isRemoved: false });
    this.edited(noteId, vv);
  }

  edited(noteId: string, vv: VersionVector): void {
    this.#edits.set(noteId, [...(this.#edits.get(noteId) ?? []), vv]);
  }

  /** The process died before it answered: the edit may or may not be there, and nothing is claimed about either. */
  unclear(noteId: string | undefined): void {
    if (noteId !== undefined) this.#uncertain.add(noteId);
  }

  /** The user who had these texts on screen wrote over them or deleted the note that held them. */
  removedBySomeoneWhoSaw(texts: readonly string[]): void {
    for (const text of texts) {
      const token = this.#tokens.get(text);
      if (token !== undefined) token.isRemoved = true;
      this.#dropped.delete(text);
    }
  }

  /** A device that is gone takes with it what it wrote and never called safe in the drive, and nothing that others wrote. */
  goneWith(author: string, texts: readonly string[]): void {
    // What it deleted for good may never have reached the drive.
    this.#purges.splice(0, this.#purges.length, ...this.#purges.filter((purge) => purge.author !== author));
    this.removedBySomeoneWhoSaw(texts.filter((text) => this.#tokens.get(text)?.author === author));
  }

  /** Texts that a decision about a conflict left nowhere on its device, though no one had removed them. */
  droppedByDecision(texts: readonly string[]): void {
    for (const text of texts) if (this.#tokens.get(text)?.isRemoved === false) this.#dropped.add(text);
  }

  deleted(noteId: string, seen: VersionVector): void {
    this.#deletions.push({ noteId, seen });
  }

  /** A restore asserts again what the note holds. */
  restored(noteId: string, texts: readonly string[]): void {
    this.#uncertain.add(noteId);
    this.#restored.add(noteId);
    for (const text of texts) {
      const token = this.#tokens.get(text);
      if (token !== undefined) token.isRemoved = false;
    }
  }

  /** `key`: of the text that is gone. */
  purged(noteId: string, key: string, author: string): void {
    this.#purges.push({ noteId, key, author });
  }

  /** Notes in the trash again, with the very text that was deleted for good, though no one restored them meanwhile. */
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

  /** A text that is in two notes neither of which is a copy of the other. */
  duplicates(view: View): readonly string[] {
    const homes = new Map<string, string[]>();
    for (const [noteId, { content }] of view) {
      // By id: people rename copies (seed 1384).
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
 * What the interface claims, held against what is true: no note is called 'in your drive' while something of it has still to be sent.
 * `needsPush` is worked out again each time, so that a mistake in keeping it up to date shows too. sync.md I3.
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
