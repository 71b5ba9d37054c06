/**
 * Reads the note of a view and reports progress: from the recently opened notes, the device, or the drive. Spec A §4 "Large notes", A §9.
 */
import type { Note } from "../../model/entities/note.ts";
import { isEqual, type VersionVector, vectorKey } from "../../model/entities/version-vector.ts";
import { NOTE_VIEW } from "../../model/limits/limits.ts";
import { ok } from "../../model/result.ts";
import type { Clock, Timers } from "../../ports/environment.ts";
import type { NoteProblem, NotesService } from "./notes-service-types.ts";

export type NoteReading =
  | { readonly kind: "loading" }
  /** Not read after ten seconds; reading continues. */
  | { readonly kind: "slow" }
  | { readonly kind: "read"; readonly note: Note }
  | { readonly kind: "failed"; readonly problem: NoteProblem };

export type NoteReader = {
  /** Returns what can be shown at once. */
  begin(noteId: string): NoteReading;
  /** Reads a note that the user may be about to open, for `begin`. The latest one replaces the former. */
  prepare(noteId: string): Promise<void>;
  /** Reports each further reading until stopped. */
  watch(noteId: string, onReading: (reading: NoteReading) => void): () => void;
};

type Deps = {
  readonly notes: Pick<NotesService, "open" | "store" | "onChangedElsewhere">;
  /**
   * Returns the version that this device has now, before any list shows it. The time would not identify it, because a merge keeps the later
   * of two times.
   */
  readonly versionOf: (noteId: string) => VersionVector | undefined;
  readonly clock: Clock;
  readonly timers: Timers;
  /** True while the first sync is pending or running, so that a missing note may still arrive. */
  readonly initialSync: { readonly isPending: () => boolean; readonly onChange: (listener: () => void) => () => void };
  /** The forced refresh. */
  readonly refresh: () => void;
};

export function createNoteReader({ notes, versionOf, clock, timers, initialSync, refresh }: Deps): NoteReader {
  let hot: HotNotes = [];
  /** At most one, apart from the opened notes, so that pointing at many notes does not push those out. */
  let prepared: HotNotes = [];
  let preparing: { readonly noteId: string; readonly done: Promise<void> } | undefined;
  const summaryOf = (noteId: string) => notes.store.getState().notesById.get(noteId);
  const findFresh = (noteId: string) =>
    summaryOf(noteId)?.seal === "locked"
      ? undefined
      : findHot([...prepared, ...hot], noteId, { version: versionOf(noteId), nowMs: clock.now() });
  /** A change of this stamp means that the note must be read again. */
  const stampOf = (noteId: string) => `${vectorKey(versionOf(noteId) ?? {})} ${summaryOf(noteId)?.seal}`;

  const watch = (noteId: string, onReading: (reading: NoteReading) => void): (() => void) => {
    let round = 0;
    let isWaiting = false;
    let hasAsked = false;
    const askOnce = (): void => {
      if (isWaiting && !hasAsked) refresh();
      hasAsked = true;
    };
    const answer = (reading: NoteReading): void => {
      isWaiting = false;
      onReading(reading);
    };
    const read = async (): Promise<void> => {
      round += 1;
      const mine = round;
      // The read that began when the user pointed at the note is ahead of another one.
      if (preparing?.noteId === noteId) await preparing.done;
      const fresh = findFresh(noteId);
      const opened = fresh ? ok(fresh) : await notes.open(noteId);
      if (mine !== round) return;
      if (opened.ok) {
        hot = keepHot(hot, opened.value, clock.now());
        answer({ kind: "read", note: opened.value });
      } else if (opened.problem.kind === "not-found" && isWaiting && initialSync.isPending()) askOnce();
      else answer({ kind: "failed", problem: opened.problem });
    };
    const begin = (): void => {
      isWaiting = true;
      void read();
    };
    let stamp = stampOf(noteId);
    let wasPending = initialSync.isPending();
    const stops = [
      notes.onChangedElsewhere((noteIds) => {
        if (noteIds.includes(noteId)) void read();
      }),
      notes.store.subscribe(() => {
        if (stampOf(noteId) === stamp) return;
        stamp = stampOf(noteId);
        // A locked text is removed from the page at once.
        if (summaryOf(noteId)?.seal === "locked") {
          round += 1;
          answer({ kind: "failed", problem: { kind: "sensitive-locked" } });
        } else void read();
      }),
      initialSync.onChange(() => {
        const isOver = wasPending && !initialSync.isPending();
        wasPending = initialSync.isPending();
        if (isWaiting && isOver) void read();
      }),
      timers.after(NOTE_VIEW.cacheReadMs, askOnce),
      timers.after(NOTE_VIEW.loadMs, () => {
        if (isWaiting) onReading({ kind: "slow" });
      }),
    ];
    if (findFresh(noteId) === undefined) begin();
    return () => {
      round = Number.POSITIVE_INFINITY;
      for (const stop of stops) stop();
    };
  };

  return {
    begin(noteId) {
      const note = findFresh(noteId);
      if (note === undefined) return { kind: "loading" };
      if (prepared[0]?.note === note) hot = keepHot(hot, note, clock.now());
      return { kind: "read", note };
    },
    prepare(noteId) {
      if (findFresh(noteId) !== undefined) return Promise.resolve();
      if (preparing?.noteId === noteId) return preparing.done;
      const done = notes.open(noteId).then((opened) => {
        preparing = undefined;
        if (opened.ok) prepared = keepHot([], opened.value, clock.now());
      });
      preparing = { noteId, done };
      return done;
    },
    watch,
  };
}

/** Recently opened notes, shown in the same frame when the user returns to one. Plain notes only. Pure. Spec A §9 "hot cache". */
type HotNotes = readonly { readonly note: Note; readonly atMs: number }[];

/** Appends the newest; drops excess and expired notes. */
function keepHot(hot: HotNotes, note: Note, nowMs: number): HotNotes {
  const others = hot.filter((kept) => kept.note.noteId !== note.noteId && nowMs - kept.atMs < NOTE_VIEW.hotMs);
  // A sensitive note's text is not kept longer than its screen.
  return note.isEncrypted ? others : [...others, { note, atMs: nowMs }].slice(-NOTE_VIEW.hotEntries);
}

/** Returns the note only if it is the version that the library has. */
function findHot(
  hot: HotNotes,
  noteId: string,
  { version, nowMs }: { readonly version: VersionVector | undefined; readonly nowMs: number },
): Note | undefined {
  const kept = hot.find(({ note }) => note.noteId === noteId);
  if (kept === undefined || nowMs - kept.atMs >= NOTE_VIEW.hotMs) return undefined;
  return version !== undefined && isEqual(kept.note.vv, version) ? kept.note : undefined;
}
