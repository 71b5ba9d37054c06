/** Stores indexed texts with a delay: they only speed up the next start, and the disk may be busy with a restore or first sync. */
import { SEARCH } from "../../model/limits/limits.ts";
import { ok } from "../../model/result.ts";
import type { KeptText, SearchTexts } from "../../ports/device/search-engine.ts";
import type { Timers } from "../../ports/environment.ts";

export function keepLater(texts: SearchTexts, timers: Timers): SearchTexts {
  const waiting = new WaitingTexts(texts, timers);
  return {
    readKept: (after, count) => texts.readKept(after, count),
    readNotes: (noteIds) => texts.readNotes(noteIds),
    getKept: (noteIds) => waiting.get(noteIds),
    keep: (rows, forget) => waiting.keep(rows, forget),
  };
}

type Kept = ReturnType<SearchTexts["keep"]>;

class WaitingTexts {
  readonly #texts: SearchTexts;
  readonly #timers: Timers;
  readonly #waiting = new Map<string, KeptText>();
  #chars = 0;
  #cancel = (): void => undefined;

  constructor(texts: SearchTexts, timers: Timers) {
    this.#texts = texts;
    this.#timers = timers;
  }

  async get(noteIds: readonly string[]): ReturnType<SearchTexts["getKept"]> {
    const here = noteIds.flatMap((noteId) => this.#waiting.get(noteId) ?? []);
    const rest = noteIds.filter((noteId) => !this.#waiting.has(noteId));
    if (rest.length === 0) return ok(here);
    const kept = await this.#texts.getKept(rest);
    return kept.ok ? ok([...here, ...kept.value]) : kept;
  }

  async keep(rows: readonly KeptText[], forget: readonly string[]): Kept {
    for (const noteId of forget) this.#drop(noteId);
    for (const row of rows) {
      this.#drop(row.noteId);
      this.#waiting.set(row.noteId, row);
      this.#chars += row.text.length;
    }
    this.#wait();
    const forgotten = forget.length === 0 ? ok(undefined) : await this.#texts.keep([], forget);
    if (!forgotten.ok || this.#chars <= SEARCH.waitingChars) return forgotten;
    return this.#keepAll(() => false);
  }

  /** Each new text restarts the delay. */
  #wait(): void {
    this.#cancel();
    if (this.#waiting.size === 0) return;
    let hasCome = false;
    const cancel = this.#timers.after(SEARCH.keepAfterMs, () => void this.#keepAll(() => hasCome));
    this.#cancel = () => {
      hasCome = true;
      cancel();
    };
  }

  /** Texts that the disk refuses are retried later; unstored notes are read again at the next start. */
  async #keepAll(isStopped: () => boolean): Kept {
    while (this.#waiting.size > 0 && !isStopped()) {
      const rows = [...this.#waiting.values()].slice(0, SEARCH.readBatch);
      const kept = await this.#texts.keep(rows, []);
      if (!kept.ok) return kept;
      for (const row of rows) if (this.#waiting.get(row.noteId) === row) this.#drop(row.noteId);
    }
    return ok(undefined);
  }

  #drop(noteId: string): void {
    const row = this.#waiting.get(noteId);
    if (row === undefined) return;
    this.#waiting.delete(noteId);
    this.#chars -= row.text.length;
  }
}
