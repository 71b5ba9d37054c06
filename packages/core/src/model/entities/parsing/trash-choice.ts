/** How long deleted notes stay in the trash: the user's last choice applies to all devices. Decision 0025. Pure. */
import { TRASH } from "../../limits/limits.ts";
import { isTime } from "./ranges.ts";
import { isFields, parseJson } from "./record-values.ts";

/** Null: until the user deletes them. */
export type KeptDays = (typeof TRASH.keptDaysChoices)[number];
/** `atMs`: time of the choice in Unix milliseconds; 0 if the user never chose. */
export type TrashChoice = { readonly days: KeptDays; readonly atMs: number };

const DEFAULT_TRASH_CHOICE: TrashChoice = { days: TRASH.keptDays, atMs: 0 };

function parseTrashChoice(value: unknown): TrashChoice | undefined {
  if (!isFields(value) || !isTime(value.atMs)) return undefined;
  const choice = TRASH.keptDaysChoices.find((days) => days === value.days);
  return choice === undefined ? undefined : { days: choice, atMs: value.atMs as number };
}

/** Parses the browser's stored choice; an unreadable one counts as never chosen. */
export function readTrashChoice(stored: string | undefined): TrashChoice {
  return parseTrashChoice(parseJson(stored)) ?? DEFAULT_TRASH_CHOICE;
}

/** For two choices at the same time, returns the one that keeps notes longer. */
export function latestTrashChoice(choices: readonly TrashChoice[]): TrashChoice {
  const daysOf = ({ days }: TrashChoice): number => days ?? Number.POSITIVE_INFINITY;
  return choices.reduce((a, b) => (b.atMs > a.atMs || (b.atMs === a.atMs && daysOf(b) > daysOf(a)) ? b : a), DEFAULT_TRASH_CHOICE);
}
