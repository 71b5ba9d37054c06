/** Taking what was fetched into the library: one transaction for a batch, whatever file or pack the records came from. sync.md §5, §6.1. */
import { type Split as SplitHistory, splitHistory, versionsBeside } from "../../library/history/packs/embedded-history.ts";
import { type NoteReferences, planReferences } from "../../library/history/packs/pack-references.ts";
import { isOwnUnread } from "../../library/index/derive.ts";
import type { SyncIndex } from "../../library/index/sync-index.ts";
import { conflictCopyId } from "../../merge/conflict-copy.ts";
import { type Integration, integrate } from "../../merge/integrate.ts";
import { hasOrphanMark, withOrphanedNotes } from "../../merge/orphaned-attachment-marks.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { type Entity, isPurged, isSealed, type NoteEntity } from "../../model/entities/entity.ts";
import { HISTORY_UNREADABLE } from "../../model/entities/log-entry.ts";
import type { SealedTexts } from "../../model/entities/parsing/sealed-texts.ts";
import { ok } from "../../model/result.ts";
import type { Base, Plan, Seen, Writes, WritingMeta } from "../../ports/device/local-store.ts";
import { createSealedTransactions } from "../../vault/sensitive/sealed-transactions-service.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";
import { type LogContext, logIntegration } from "../log/log-integration.ts";
import { countJoinedKeys } from "../queue/retry-service.ts";
import { normalizeVersion, underChecksum } from "./other-text.ts";

type Opened = {
  readonly kind: "opened";
  readonly file: RemoteFile;
  readonly entity: Entity;
  readonly md5: string;
  /** The file was listed just now, and this is the first that is written of it. */
  readonly isUnwritten?: boolean;
};

export type Fetched =
  | Opened
  /** `joinedKeys`: how many had joined when it was tried; with more it is tried again. */
  | { readonly kind: "unreadable"; readonly file: RemoteFile; readonly joinedKeys?: number }
  | { readonly kind: "gone"; readonly file: RemoteFile }
  | { readonly kind: "later"; readonly file: RemoteFile };

type Beside = { readonly logContext: LogContext; readonly texts: SealedTexts; readonly index: SyncIndex };

/** A fetched file with the history that it carried split off: code that compares versions sees notes as they are stored. */
type Split = Exclude<Fetched, Opened> | (Opened & Omit<SplitHistory, "entity">);

function split(item: Fetched): Split {
  return item.kind === "opened" ? { ...item, ...splitHistory(item.entity) } : item;
}

export async function keepFetched(deps: CycleDeps, opened: readonly Fetched[]): Step {
  const { library, clock } = deps;
  const fetched = opened.map(split);
  const transactions = createSealedTransactions(library, deps.sealing);
  const { meta } = library.index;
  const logContext: LogContext = { ownDeviceId: meta.deviceId, nowMs: clock.now(), isInitialSync: !meta.initialSyncCompleted };
  const ids = [...new Set(fetched.map(({ file }) => file.id))];
  let copyIds: readonly string[] = [];
  for (;;) {
    const entities = [...ids, ...copyIds];
    const kept = await transactions.transact(
      { entities, basesOf: ids, remoteOf: ids },
      (seen, texts) => planFetched(fetched, seen, { asked: new Set(entities), beside: { logContext, texts, index: library.index } }),
      "sync",
    );
    if (!kept.ok) return kept;
    if (kept.value.length === 0) return ok(undefined);
    copyIds = [...copyIds, ...kept.value];
  }
}

/** A conflict copy's id is known only once both sides are seen. If it was not read, writes nothing and returns the ids to read. */
function planFetched(
  fetched: readonly Split[],
  seen: Seen,
  { asked, beside }: { readonly asked: ReadonlySet<string>; readonly beside: Beside },
): Plan<readonly string[]> {
  const missing = fetched.flatMap((item) => (item.kind === "opened" ? possibleCopyIds(item, seen) : [])).filter((id) => !asked.has(id));
  if (missing.length > 0) return { writes: {}, answer: missing };
  const state = new PlanState(seen, beside);
  for (const item of state.inOrder(fetched.filter((item) => isTriedWithAllKeys(item, beside.index)))) {
    state.take(item);
  }
  const packs = planReferences(beside.index.packs, state.references);
  return { writes: joinWrites([...state.parts, ...(packs.length > 0 ? [{ packs }] : [])]), answer: [] };
}

function isTriedWithAllKeys(item: Split, index: SyncIndex): boolean {
  return item.kind !== "unreadable" || (item.joinedKeys ?? countJoinedKeys(index)) === countJoinedKeys(index);
}

/** Returns none for an entity that is new here, as all are in a first sync: it is merged with nothing. */
function possibleCopyIds(item: Opened, seen: Seen): readonly string[] {
  const { entity, md5 } = item;
  return seen.entities.has(entity.id) ? [entity, underChecksum(entity, md5)].flatMap((theirs) => copyIdsOf(theirs, seen)) : [];
}

function copyIdsOf(theirs: Entity, seen: Seen): readonly string[] {
  const mine = seen.entities.get(theirs.id);
  return mine?.kind === "note" && theirs.kind === "note" ? [conflictCopyId(mine), conflictCopyId(theirs)] : [];
}

/** Several files of one batch may belong to one entity: each step sees what the one before it made. */
class PlanState {
  readonly parts: Writes[] = [];
  readonly references: NoteReferences[] = [];
  readonly #seen: Seen;
  readonly #entities: Map<string, Entity>;
  readonly #bases: Map<string, readonly Base[]>;
  readonly #carried = new Map<string, readonly NoteEntity[]>();
  readonly #logContext: LogContext;
  readonly #texts: SealedTexts;
  /** Entity ids by file id. */
  readonly #ownUnread: Map<string, string>;
  #meta: WritingMeta;

  constructor(seen: Seen, { logContext, texts, index }: Beside) {
    this.#seen = seen;
    this.#logContext = logContext;
    this.#texts = texts;
    this.#entities = new Map(seen.entities);
    this.#bases = new Map(seen.basesOf);
    this.#meta = seen.meta;
    const files = [...seen.remoteOf.values()].flat();
    const isUnread = (file: RemoteFile): boolean => isOwnUnread(file, index.writer);
    this.#ownUnread = new Map(files.filter(isUnread).map(({ fileId, id }) => [fileId, id]));
  }

  /** Orders our own files first, then each file before those that it contains: siblings that someone has merged already are not merged again. */
  inOrder(fetched: readonly Split[]): readonly Split[] {
    const rank = ({ file }: Split): number => (this.#ownUnread.has(file.fileId) ? 0 : 1);
    const edits = (item: Split): number =>
      item.kind === "opened" ? Object.values(item.entity.vv).reduce((sum, counter) => sum + counter, 0) : 0;
    return [...fetched].sort((a, b) => rank(a) - rank(b) || edits(b) - edits(a));
  }

  take(item: Split): void {
    if (item.kind === "later") return;
    if (this.#isBlockedByOwn(item.file)) return;
    this.#ownUnread.delete(item.file.fileId);
    if (item.kind === "gone") this.parts.push(withoutFile(item.file));
    if (item.kind === "unreadable") this.parts.push({ remote: this.#current(item.file, item.file) });
    if (item.kind === "opened") this.#integrate(item);
    if (item.kind === "opened") this.#keepHistory(item);
  }

  /** Other devices may have built on the content of our file, so it must be read first. */
  #isBlockedByOwn({ id, fileId }: RemoteFile): boolean {
    return !this.#ownUnread.has(fileId) && [...this.#ownUnread.values()].includes(id);
  }

  #integrate(opened: Extract<Split, Opened>): void {
    const { file, entity, md5, isUnwritten = false } = opened;
    const carried = [...(this.#carried.get(entity.id) ?? []), ...opened.versions.map(({ note }) => note)];
    this.#carried.set(entity.id, carried);
    const local = {
      mine: this.#entities.get(entity.id),
      bases: this.#bases.get(entity.id) ?? [],
      carried,
      copyOf: (id: string) => this.#entities.get(id),
    };
    // Versions integrated earlier in this batch count as known: one of them may be another text under the same vector.
    const theirs = normalizeVersion(entity, md5, { entities: this.#entities, basesOf: this.#bases });
    const step = integrate(theirs, local, { meta: this.#meta, texts: this.#texts });
    const read = markRead(asWritten(file, md5), { sealed: isSealed(entity), waits: step.outcome === "waits" });
    this.parts.push({ remote: this.#current(file, { ...read, vv: theirs.vv, md5, trusted: true }, isUnwritten) });
    this.parts.push(step.writes, logIntegration(theirs, local, { step, context: this.#logContext }));
    for (const made of step.entities) this.#entities.set(made.id, made);
    this.#bases.set(entity.id, [...local.bases, ...(step.writes.bases ?? [])]);
    this.#meta = { ...this.#meta, ...step.writes.meta };
    this.#recordOrphans(step);
  }

  /**
   * Recorded with the merge, so that a page that dies before it checked the files does not forget them; also for a note that is marked as having such
   * files: the device that merged it may be gone. §11.
   */
  #recordOrphans({ outcome, entities }: Integration): void {
    const put = entities.filter((entity) => outcome === "merged" || hasOrphanMark(entity));
    const meta = withOrphanedNotes(this.#meta, put);
    if (meta.strayNotes === undefined) return;
    this.parts.push({ meta });
    this.#meta = { ...this.#meta, ...meta };
  }

  /** Runs after the note was taken in, whose state tells which versions may be kept. Unreadable history is parked: the file keeps it, and the log gets a line. */
  #keepHistory({ entity, versions, references, unreadable }: Extract<Split, Opened>): void {
    const note = this.#entities.get(entity.id) ?? entity;
    const kept = versionsBeside(versions, note);
    if (references.length > 0 && note.kind === "note" && !isPurged(note)) this.references.push({ noteId: note.id, references });
    if (kept.length > 0) this.parts.push({ versions: kept });
    if (unreadable === 0) return;
    this.parts.push({
      log: [{ kind: "failed", atMs: this.#logContext.nowMs, id: entity.id, entity: "note", problem: HISTORY_UNREADABLE }],
    });
  }

  /** Returns the row as it was observed while the download ran, which is newer than the row that the download began with. */
  #current(begun: RemoteFile, row: RemoteFile, isUnwritten = false): readonly RemoteFile[] {
    const stored = this.#seen.remoteOf.get(begun.id)?.find((file) => file.fileId === begun.fileId);
    if (stored === undefined) return isUnwritten ? [row] : [];
    return [
      stored.version === begun.version
        ? row
        : { ...row, version: stored.version, trashed: stored.trashed, superseded: stored.superseded, role: stored.role },
    ];
  }
}

function withoutFile(file: RemoteFile): Writes {
  return { forgetRemote: [file.fileId], untaint: [file.fileId] };
}

/**
 * Bytes that came after the look at the file: anyone who writes takes it out of the trash, so what was seen there says nothing about this text. Where it
 * is in the trash now all the same, the next look for changes says so. sync.md §7.3.
 */
function asWritten(file: RemoteFile, md5: string): RemoteFile {
  const isSeen = file.md5 === undefined || file.md5 === md5 || file.packedIn !== undefined;
  return isSeen || !file.trashed ? file : { ...file, trashed: false, superseded: false };
}

type Read = { readonly sealed: boolean; readonly waits: boolean };

/** Returns the row after its bytes were opened: it records whether their text is sealed, and whether it waits for an unlocked folder. */
function markRead({ unreadable: _gone, sealed: _seal, waits: _blocked, importAs: _id, ...row }: RemoteFile, read: Read): RemoteFile {
  const marks = Object.entries(read).filter(([, isSo]) => isSo);
  return { ...row, ...Object.fromEntries(marks) };
}

/** Joins what several pure steps want written into one transaction. Later rows win over earlier ones of the same key. Pure. */
export function joinWrites(parts: readonly Writes[]): Writes {
  const joined: Record<string, unknown> = {};
  for (const part of parts) for (const [key, value] of Object.entries(part)) joinValue(joined, key, value);
  return joined as Writes;
}

/** Lists grow in place: hundreds of steps may write into one. */
function joinValue(joined: Record<string, unknown>, key: string, value: unknown): void {
  const before = joined[key];
  if (!Array.isArray(value)) joined[key] = mergeValue(before, value);
  else if (Array.isArray(before)) for (const one of value) before.push(one);
  else joined[key] = [...value];
}

function mergeValue(before: unknown, value: unknown): unknown {
  return typeof before === "object" && before !== null && typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...before, ...value }
    : value;
}
