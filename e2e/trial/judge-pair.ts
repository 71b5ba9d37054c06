/**
 * The trial's oracle: compares what both devices hold and show after a pair with the actions. Pure; judge-pair.test.ts shows that it can
 * fail.
 */
import { type Act, isText, type PairPlan, tokenOf, wordsOf } from "./pair-plan.ts";

export type HeldNote = {
  readonly noteId: string;
  readonly title: string;
  readonly content: string;
  /** `Pinned`, the name of a folder, or null. */
  readonly folder: string | null;
};

export type Shown = { readonly title: string; readonly text: string };

export type DeviceOutcome = {
  /** This pair's notes that are not deleted. */
  readonly notes: readonly HeldNote[];
  /** The pair's note as its tab shows it; undefined if the tab says that there is no note. */
  readonly shown: Shown | undefined;
  /** The note as it must look, read again from this device's storage. */
  readonly stored: Shown | undefined;
  /** True if an editor with unsaved text showed 'Updated on another device' when required; undefined if that was not required. */
  readonly reportedUpdate?: boolean;
};

export type TrialFailure = { readonly kind: "lost" | "diverged" | "stale" | "doubled"; readonly what: string };

export type PairOutcome = {
  readonly noteId: string;
  /** Which of the two acts were acknowledged to the user. Only acknowledged ones can be lost. */
  readonly done: readonly [boolean, boolean];
  /** The text that a device selected and replaced. With the channel it may be the other device's word, which the user then removed. */
  readonly replaced?: string;
  readonly devices: readonly [DeviceOutcome, DeviceOutcome];
};

export function judgePair(plan: PairPlan, outcome: PairOutcome): readonly TrialFailure[] {
  return [...findLost(plan, outcome), ...findDiverged(outcome), ...outcome.devices.flatMap(findStale), ...findDoubled(plan, outcome)];
}

function findLost(plan: PairPlan, { done, devices, noteId, replaced = "" }: PairOutcome): readonly TrialFailure[] {
  const acts = plan.acts.filter((_, side) => done[side]);
  const isDeleted = acts.some(({ kind }) => kind === "delete");
  const isTyped = acts.some(isText);
  return devices.flatMap(({ notes }, device) => {
    const text = notes.map(({ title, content }) => `${title} ${content}`).join(" ");
    const tokens = plan.acts
      .flatMap((act, side) => (done[side] && isText(act) ? [tokenOf(plan, side)] : []))
      .filter((token) => !replaced.includes(token));
    // A deleted note that no one edited may be gone with its words.
    const words = isDeleted && !isTyped ? [] : [...baseWords(plan, acts), ...tokens];
    const missing = words.filter((word) => !text.includes(word)).map((word) => `${word} is on neither note of device ${device}`);
    return [
      ...missing,
      ...lostMoves(
        acts,
        notes.find((note) => note.noteId === noteId),
      ),
    ].map((what) => ({ kind: "lost", what }));
  });
}

function baseWords(plan: PairPlan, acts: readonly Act[]): readonly string[] {
  const { paragraphs, items, cells, swap } = wordsOf(plan);
  return [...paragraphs, ...items, ...cells, ...(acts.some(({ kind }) => kind === "word") ? [] : [swap])];
}

/** If exactly one device moved or pinned the note and none deleted it, it must be where that device put it. */
function lostMoves(acts: readonly Act[], note: HeldNote | undefined): readonly string[] {
  const moves = acts.filter(({ kind }) => kind === "move" || kind === "pin");
  const [move] = moves;
  if (moves.length !== 1 || move === undefined || acts.some(({ kind }) => kind === "delete")) return [];
  const wanted = folderOf(move);
  return note?.folder === wanted ? [] : [`the note lies in ${note?.folder}, not in ${wanted}`];
}

function folderOf(act: Act): string {
  return act.kind === "move" ? folderName(act.at) : "Pinned";
}

export function folderName(at: number): string {
  return `Trial folder ${at}`;
}

function findDiverged({ devices: [first, second] }: PairOutcome): readonly TrialFailure[] {
  const [here, there] = [viewOf(first), viewOf(second)];
  return here === there ? [] : [{ kind: "diverged", what: `${here}\n  beside\n${there}` }];
}

function viewOf({ notes }: DeviceOutcome): string {
  return JSON.stringify([...notes].sort((a, b) => (a.noteId < b.noteId ? -1 : 1)));
}

function findStale({ shown, stored, reportedUpdate }: DeviceOutcome, device: number): readonly TrialFailure[] {
  const isSame = shown?.title === stored?.title && shown?.text === stored?.text;
  const text = isSame ? [] : [`device ${device} shows ${differenceOf(shown, stored)}`];
  const notice = reportedUpdate === false ? [`device ${device} did not say 'Updated on another device'`] : [];
  return [...text, ...notice].map((what) => ({ kind: "stale", what }));
}

/** Both texts from their first difference, with some context before it. */
function differenceOf(shown: Shown | undefined, stored: Shown | undefined): string {
  const [is, should] = [JSON.stringify(shown) ?? "no note", JSON.stringify(stored) ?? "no note"];
  const part = [...is].findIndex((letter, at) => letter !== should[at]);
  const cut = (text: string): string => text.slice(Math.max(0, part - 30), part + 60);
  return `'${cut(is)}' instead of '${cut(should)}'`;
}

function findDoubled(plan: PairPlan, { devices }: PairOutcome): readonly TrialFailure[] {
  const words = [...baseWords(plan, []), ...plan.acts.map((_, side) => tokenOf(plan, side))];
  return devices.flatMap(({ notes }, device) => {
    const duplicates = notes.flatMap(({ title, content }) =>
      words.filter((word) => count(content, word) > 1 || count(title, word) > 1).map((word) => `${word} is twice in '${title}'`),
    );
    const tooMany =
      notes.length > (mayClash(plan) ? 2 : 1) ? [`${notes.length} notes of one: ${notes.map(({ title }) => title).join(", ")}`] : [];
    return [...duplicates, ...tooMany].map((what) => ({ kind: "doubled", what: `device ${device}: ${what}` }));
  });
}

/** Only if both devices wrote in the same place, the merge may have to keep two texts. */
function mayClash({ acts: [a, b] }: PairPlan): boolean {
  const locationOf = (act: Act): string => (act.kind === "paragraph-start" ? "paragraph" : act.kind === "new-item" ? "item" : act.kind);
  const at = (act: Act): number | undefined => ("at" in act ? act.at : undefined);
  return isText(a) && isText(b) && locationOf(a) === locationOf(b) && at(a) === at(b);
}

function count(text: string, word: string): number {
  return text.split(word).length - 1;
}
