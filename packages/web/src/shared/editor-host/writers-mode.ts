/** The writer's mode of this device, and the word goals of its notes. decision 0057. */
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import { useMemo, useSyncExternalStore } from "react";

export const FOCUSES = ["off", "paragraph", "sentence"] as const;
export type Focus = (typeof FOCUSES)[number];

export type WritersMode = {
  readonly isTypewriter: boolean;
  readonly focus: Focus;
  readonly hasReadingTime: boolean;
  /** Words that the note is to have. */
  readonly goal: number | undefined;
};

type Stored = Omit<WritersMode, "goal"> & { readonly goals: Readonly<Record<string, number>> };

const MAX_GOAL = 9_999_999;
/** Notes whose goal is remembered; beyond it the oldest goals are forgotten. */
const MAX_NOTES = 500;

const listeners = new Set<() => void>();

type Owner = { readonly noteId: string | null; readonly preferences: Preferences };

export function useWritersMode(owner: Owner | undefined): WritersMode {
  const text = useSyncExternalStore(subscribe, () => owner?.preferences.read(LOCAL_KEYS.writersMode));
  const noteId = owner?.noteId ?? "";
  return useMemo(() => {
    const { goals, ...mode } = parse(text);
    return { ...mode, goal: Object.hasOwn(goals, noteId) ? goals[noteId] : undefined };
  }, [text, noteId]);
}

export function isWritersMode({ isTypewriter, focus, hasReadingTime, goal }: WritersMode): boolean {
  return isTypewriter || focus !== "off" || hasReadingTime || goal !== undefined;
}

export function changeWritersMode({ noteId, preferences }: Owner, { goal, ...change }: Partial<WritersMode>): void {
  const before = parse(preferences.read(LOCAL_KEYS.writersMode));
  const { [noteId ?? ""]: _, ...others } = before.goals;
  const goals =
    noteId === null ? before.goals : Object.fromEntries([...Object.entries(others).slice(1 - MAX_NOTES), ...goalOf(noteId, goal)]);
  preferences.write(LOCAL_KEYS.writersMode, JSON.stringify({ ...before, ...change, goals }));
  for (const listener of listeners) listener();
}

const goalOf = (noteId: string, goal: number | undefined): readonly (readonly [string, number])[] =>
  goal === undefined ? [] : [[noteId, goal]];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const OFF: Stored = { isTypewriter: false, focus: "off", hasReadingTime: false, goals: {} };

function parse(text: string | undefined): Stored {
  if (text === undefined) return OFF;
  try {
    const stored = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const goals = Object.entries(typeof stored.goals === "object" && stored.goals !== null ? stored.goals : {});
    return {
      isTypewriter: stored.isTypewriter === true,
      focus: FOCUSES.find((focus) => focus === stored.focus) ?? "off",
      hasReadingTime: stored.hasReadingTime === true,
      goals: Object.fromEntries(goals.filter(([, goal]) => isGoal(goal))),
    };
  } catch {
    return OFF;
  }
}

export function isGoal(goal: unknown): goal is number {
  return Number.isInteger(goal) && Number(goal) >= 1 && Number(goal) <= MAX_GOAL;
}
