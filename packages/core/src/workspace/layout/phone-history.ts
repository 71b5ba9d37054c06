/**
 * What the history of a phone looks like: a note always is right above the list, so that the back gesture returns to the list from wherever
 * one came. Pure. Spec A §2.8 "Mobile".
 */
import { matchRoute, PATHS } from "../../model/routes.ts";

/** Travels with an address: the entry beneath this one is the list. */
export type AboveList = { readonly isAboveList?: boolean };

export type HistoryStep = "push" | "replace" | "back";

export function isNoteAddress(path: string): boolean {
  const name = matchRoute(path)?.route.name;
  return name === "note" || name === "note-edit" || name === "note-new";
}

export function decideStep(from: { readonly path: string } & AboveList, to: string): HistoryStep {
  if (!isNoteAddress(from.path)) return "push";
  if (isNoteAddress(to)) return "replace";
  if (to !== PATHS.notes) return "push";
  return from.isAboveList === true ? "back" : "replace";
}
