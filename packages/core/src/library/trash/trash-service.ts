/** The trash: list, restore and purge, in groups that are written atomically. Rules: trash.ts, merge/purge.ts. Decision 0025. */
import { toFoundText } from "../../document/html/find-text.ts";
import { planPurge, toPurged } from "../../merge/purge.ts";
import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { latestTrashChoice, readTrashChoice, type TrashChoice } from "../../model/entities/parsing/trash-choice.ts";
import { TRASH } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Seen, StoreProblem, Writes, WritingMeta } from "../../ports/device/local-store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Clock, Timers } from "../../ports/environment.ts";
import type { Library } from "../index/library-service.ts";
import { partsOf, termsOf, toSearchText } from "../search/words.ts";
import { dueNotes, isSensitiveNote, isTrashed, listTrash, type UnlockedTexts } from "./trash.ts";
import type { TrashService, TrashState, TrashWork } from "./trash-service-types.ts";

export type TrashDeps = {
  readonly library: Library;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly preferences: Preferences;
  /** Choices of the user's other devices; undefined if they cannot be read now. */
  readonly otherChoices: () => Promise<readonly TrashChoice[] | undefined>;
  /** Called when this device's choice changed, to inform the others. */
  readonly onChosen: () => void;
  /** Local mode: no drive and no other device. */
  readonly isLocal: boolean;
  /** Returns the opened note; undefined if it is locked or damaged. */
  readonly open: (note: NoteEntity) => Promise<NoteEntity | undefined>;
  /** Opens the sensitive notes in the trash whenever their folder is unlocked. Called once the trash is read, closed with it. */
  readonly openTexts: () => TrashTexts;
};

type TrashTexts = { readonly store: ReadableStore<{ readonly byId: UnlockedTexts }>; close(): void };

/** Returns undefined if the note is no longer in the trash. */
type PlanNote = (current: NoteEntity, meta: WritingMeta, seen: Seen) => NoteEntity | undefined;

export function createTrashService(deps: TrashDeps): TrashService {
  const { library, clock, preferences, isLocal } = deps;
  const ownChoice = (): TrashChoice => readTrashChoice(preferences.read(LOCAL_KEYS.trashKept));
  const store = createStore<TrashState>({ phase: "unread", notes: [], keptDays: ownChoice().days, work: undefined });
  let reading: { readonly texts: TrashTexts; readonly stop: () => void } | undefined;
  let searches = 0;
  let isCanceled = false;

  const adopt = (choice: TrashChoice): void => {
    if (choice.atMs > 0) preferences.write(LOCAL_KEYS.trashKept, JSON.stringify(choice));
    store.setState({ keptDays: choice.days });
  };

  const unlocked = (): UnlockedTexts => reading?.texts.store.getState().byId ?? new Map();
  const publish = (): void => store.setState({ phase: "ready", notes: listTrash(library.index, unlocked()) });
  const follow = () => {
    const texts = deps.openTexts();
    const stops = [library.onChange(publish), texts.store.subscribe(publish), () => texts.close()];
    return { texts, stop: () => stops.forEach((stop) => void stop()) };
  };

  const write = (noteIds: readonly string[], plan: PlanNote, purgesBases: boolean): Promise<Result<number, StoreProblem>> =>
    library.transact(
      { entities: noteIds, basesOf: purgesBases ? noteIds : [] },
      (seen) => {
        const changed: NoteEntity[] = [];
        for (const id of noteIds) {
          const current = seen.entities.get(id);
          const next = current?.kind === "note" ? plan(current, { ...seen.meta, ctr: seen.meta.ctr + changed.length }, seen) : undefined;
          if (next !== undefined) changed.push(next);
        }
        return { writes: toWrites(changed, seen, purgesBases), answer: changed.length };
      },
      "user",
    );

  const workThrough = async (
    kind: TrashWork["kind"],
    noteIds: readonly string[],
    plan: PlanNote,
  ): Promise<Result<number, StoreProblem>> => {
    isCanceled = false;
    let count = 0;
    for (let from = 0; from < noteIds.length && !isCanceled; from += TRASH.notesAtOnce) {
      if (noteIds.length > TRASH.notesAtOnce) store.setState({ work: { kind, done: from, of: noteIds.length } });
      const written = await write(noteIds.slice(from, from + TRASH.notesAtOnce), plan, kind === "purge");
      if (!written.ok) {
        store.setState({ work: undefined });
        return written;
      }
      count += written.value;
    }
    store.setState({ work: undefined });
    return ok(count);
  };

  const purge = (noteIds: readonly string[]) => workThrough("purge", noteIds, (current, meta) => planPurge(current, meta, clock.now()));

  const purgeDue = async (): Promise<void> => {
    // Asks other devices only if a note is old enough for some choice, which is rare.
    const dueAfter = (days: number) => dueNotes(library.index, { keptMs: days * TRASH.dayMs, nowMs: clock.now(), isLocal });
    if (dueAfter(TRASH.fewestDays).length === 0) return;
    const others = await deps.otherChoices();
    if (others === undefined) return;
    adopt(latestTrashChoice([ownChoice(), ...others]));
    const { keptDays } = store.getState();
    const due = keptDays === null ? [] : dueAfter(keptDays);
    if (due.length > 0) await purge(due);
  };
  let stopWatching: (() => void) | undefined;
  const look = async (): Promise<void> => {
    stopWatching = deps.timers.after(TRASH.lookEveryMs, () => void look());
    await purgeDue();
  };

  return {
    store,
    async read() {
      reading ??= follow();
      publish();
      const others = await deps.otherChoices();
      if (others !== undefined) adopt(latestTrashChoice([ownChoice(), ...others]));
    },
    async preview(noteId) {
      const read = await library.store.readEntities([noteId]);
      if (!read.ok) return read;
      const note = read.value.get(noteId);
      if (note?.kind !== "note" || !isTrashed(note)) return failed({ kind: "not-found" });
      const opened = library.index.isHidden(noteId) ? undefined : await deps.open(note);
      if (opened === undefined) return failed({ kind: "sensitive-locked" });
      const { title, content, attachments } = opened;
      return ok({ noteId, title, content, attachments });
    },
    async search(term) {
      searches += 1;
      const mine = searches;
      const words = partsOf(toSearchText(term));
      const ids = store.getState().notes.map(({ noteId }) => noteId);
      const found = new Set<string>();
      for (let from = 0; from < ids.length; from += TRASH.notesAtOnce) {
        const read = await library.store.readEntities(ids.slice(from, from + TRASH.notesAtOnce));
        if (mine !== searches) return undefined;
        if (!read.ok) continue;
        for (const [id, entity] of read.value) {
          if (entity.kind !== "note") continue;
          const text = isSensitiveNote(entity, library.index) ? unlocked().get(id)?.text : entity;
          if (text !== undefined && matchesWords(text, words)) found.add(id);
        }
      }
      return found;
    },
    restore: (noteIds) =>
      workThrough("restore", noteIds, (current, meta) => {
        if (!isTrashed(current)) return undefined;
        const folderId = current.folderId !== null && library.index.entities.has(current.folderId) ? current.folderId : null;
        return stampEdit({ ...current, folderId }, current, nextStamp(meta, clock.now()));
      }),
    purge,
    cancel: () => {
      isCanceled = true;
    },
    chooseKeptDays(days) {
      adopt({ days, atMs: Math.max(clock.now(), ownChoice().atMs + 1) });
      deps.onChosen();
    },
    purgeDue,
    watch() {
      if (stopWatching === undefined) void look();
    },
    close() {
      isCanceled = true;
      stopWatching?.();
      reading?.stop();
    },
  };
}

/** Includes the merge bases on this device, which have the text too. */
function toWrites(changed: readonly NoteEntity[], seen: Seen, purgesBases: boolean): Writes {
  if (changed.length === 0) return {};
  const bases = purgesBases ? changed.flatMap(({ id }) => seen.basesOf.get(id) ?? []) : [];
  return {
    entities: changed,
    meta: { ctr: seen.meta.ctr + changed.length },
    ...(bases.length === 0 ? {} : { bases: bases.map((base) => ({ ...base, entity: toPurged(base.entity) })) }),
  };
}

/** True if every word begins a word of the text. */
function matchesWords({ title, content }: Pick<NoteEntity, "title" | "content">, words: readonly string[]): boolean {
  const text = toSearchText(`${title} ${toFoundText(content)}`);
  return words.every((word) => (termsOf(word).length > 1 ? text.includes(word) : text.includes(` ${word}`)));
}
