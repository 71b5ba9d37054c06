/** An address inside the application, with what its entry in the browser's history carries. */
import type { HistoryLocation } from "@tanstack/history";

export type Location = Pick<HistoryLocation, "pathname" | "search" | "hash" | "href"> & {
  /** What anyone who went there left for the page; survives a reload. */
  readonly state: unknown;
  /** Of this one entry of the history. */
  readonly key: string;
  /** The entry that the window was opened with: nothing of ours is behind it. */
  readonly isFirst: boolean;
};

/** What anyone who goes somewhere leaves is beside what the history itself keeps in an entry. */
type Entry = { readonly usr?: unknown };

export function toLocation({ pathname, search, hash, href, state }: HistoryLocation): Location {
  const { usr = null } = state as Entry;
  return { pathname, search, hash, href, state: usr, key: state.__TSR_key ?? "", isFirst: state.__TSR_index === 0 };
}

export function toEntry(state: unknown): Entry {
  return { usr: state };
}
