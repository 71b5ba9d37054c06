/** The oracle of the trial of rare acts: compares what a device holds with what was acknowledged. Pure; judge-household.test.ts shows that it can fail. */
import type { HeldNote } from "../judge-pair.ts";

const COPY = "(Cloud Copy)";

export type Failure = { readonly kind: "lost" | "diverged" | "doubled"; readonly what: string };

/** The text that the user was told is saved. `inHistory`: a restore replaced the text, so that the word may be in a former version only. */
export type Word = { readonly text: string; readonly noteId: string; inHistory: boolean };

/** Everything that was acknowledged to the user. */
export type Ledger = {
  readonly noteIds: string[];
  readonly words: Word[];
  /** Latest acknowledged choice by note, if only one device made it in its round. */
  readonly pinned: Map<string, boolean>;
  readonly ticked: Map<string, boolean>;
  readonly links: { readonly from: string; readonly to: string }[];
  readonly purged: Set<string>;
};

export const livingIds = ({ noteIds, purged }: Ledger): readonly string[] => noteIds.filter((noteId) => !purged.has(noteId));

/** Words that no note on the device holds now and that a restore may have moved into the history. */
export function wordsToSeek({ words }: Ledger, notes: readonly HeldNote[]): readonly Word[] {
  const live = textOf(notes);
  return words.filter(({ text, inHistory }) => inHistory && !hasWord(live, text));
}

/** `former`: texts of former versions by note. */
export function missingWords(
  { words, purged }: Ledger,
  notes: readonly HeldNote[],
  former: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const live = textOf(notes);
  return words
    .filter(({ noteId, text }) => !purged.has(noteId) && !hasWord(live, text))
    .filter(({ noteId, text, inHistory }) => !(inHistory && former.get(noteId)?.some((version) => hasWord(version, text))))
    .map(({ text, noteId, inHistory }) => `${text} of ${noteId} is gone${inHistory ? ", also from its history" : ""}`);
}

const textOf = (notes: readonly HeldNote[]): string => notes.map(({ content }) => content).join(" ");

const hasWord = (text: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);

/** Notes that are gone or back, and pins, boxes and links that are not as they were acknowledged. */
export function wrongStates(house: Ledger, notes: readonly HeldNote[]): readonly string[] {
  const noteOf = (noteId: string) => notes.find((note) => note.noteId === noteId);
  const gone = livingIds(house).filter((noteId) => noteOf(noteId) === undefined);
  const kept = [...house.purged].filter((noteId) => noteOf(noteId) !== undefined);
  const isOf = (noteId: string) => !house.purged.has(noteId) && noteOf(noteId) !== undefined;
  const pins = [...house.pinned].filter(([noteId, isPinned]) => isOf(noteId) && (noteOf(noteId)?.folder === "Pinned") !== isPinned);
  const ticks = [...house.ticked].filter(
    ([noteId, isTicked]) => isOf(noteId) && !noteOf(noteId)?.content.includes(`data-checked="${isTicked}"`),
  );
  const links = house.links.filter(({ from, to }) => isOf(from) && !notes.some(({ content }) => content.includes(`data-note-id="${to}"`)));
  return [
    ...gone.map((noteId) => `${noteId} is gone`),
    ...kept.map((noteId) => `${noteId} is back after its purge`),
    ...pins.map(([noteId, isPinned]) => `${noteId} should ${isPinned ? "" : "not "}be pinned`),
    ...ticks.map(([noteId, isTicked]) => `the box of ${noteId} should be ${isTicked}`),
    ...links.map(({ from, to }) => `the link of ${from} to ${to} is gone`),
  ];
}

/** Words that are twice in one note, and notes that are neither the trial's own nor marked as conflict copies. */
export function findDoubled({ words, noteIds }: Ledger, notes: readonly HeldNote[]): readonly Failure[] {
  const strangers = notes.filter(({ noteId, title }) => !noteIds.includes(noteId) && !title.includes(COPY));
  const twice = notes.flatMap(({ title, content }) =>
    words
      .filter(({ text }) => content.split(new RegExp(`\\b${text}\\b`)).length > 2)
      .map(({ text }): Failure => ({ kind: "doubled", what: `${text} is twice in '${title}'` })),
  );
  return [...twice, ...strangers.map(({ title }): Failure => ({ kind: "doubled", what: `there is another '${title}'` }))];
}
