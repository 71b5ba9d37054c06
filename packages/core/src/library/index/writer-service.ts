/**
 * Draws the name under which this process writes versions and files. The name exists in memory only, so neither a copy of the database nor
 * an earlier state of it can write under it. Two processes never share a name, so a version vector that counts edits by writer is right by
 * construction. Decision 0041.
 */
import { SYNC } from "../../model/limits/limits.ts";
import { createWriter, type Writer } from "./writer.ts";

export type WriterDeps = {
  /** Random URL-safe characters; two processes must never get the same. */
  readonly random: (length: number) => string;
  readonly now: () => number;
  /** Runs once after a delay; returns a function that cancels it. If absent, gaps in time are ignored. */
  readonly after?: (delayMs: number, run: () => void) => () => void;
  /** Maximum number of entries in the vector of an edit. If absent, the product's limit applies. */
  readonly maxEntries?: number | undefined;
};

export type WriterService = {
  /** Returns the current writer; a new one after a gap in time. */
  current(): Writer;
  close(): void;
};

/**
 * `label`: the database's id, shown to users and part of the names of packs. A machine that slept, or was stopped and copied with its memory,
 * shows a gap between two ticks of a timer. The writer is then replaced, because a copy of this process may write under its name.
 */
export function createWriters(label: string, { random, now, after, maxEntries }: WriterDeps): WriterService {
  const draw = (): Writer => createWriter(`${label}${random(SYNC.writerChars)}`, maxEntries);
  let writer = draw();
  let seenMs = now();
  let stop: (() => void) | undefined;
  const look = (): void => {
    const gapMs = now() - seenMs;
    if (after !== undefined && (gapMs < 0 || gapMs > SYNC.writerGapMs)) writer = draw();
    seenMs = now();
  };
  const tick = (): void => {
    look();
    stop = after?.(SYNC.writerTickMs, tick);
  };
  stop = after?.(SYNC.writerTickMs, tick);
  return {
    current() {
      look();
      return writer;
    },
    close: () => stop?.(),
  };
}
