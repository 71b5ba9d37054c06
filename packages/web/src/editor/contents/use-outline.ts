/** Whether the contents are beside the note, and which headings are collapsed there. Both stay on this device. */
import { findLinkedBlock, toBlockHash } from "@satchel/core/document/reading/block-link.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import { type RefObject, useLayoutEffect, useMemo, useState } from "react";

export type ContentsEntry = { readonly level: number; readonly text: string };

export type OutlineMemory = { readonly noteId: string | null; readonly preferences: Preferences };

/** Width of the pane from which a column of 540 px remains for the text. */
const WIDE_PX = 820;
/** Notes whose collapsed headings are remembered. */
const MAX_NOTES = 100;

/** `closed`: per note, the places of collapsed headings as in a link to a block, so that no words of the note are stored. */
type Stored = { readonly isHidden: boolean; readonly closed: Readonly<Record<string, readonly string[]>> };

export function useOutline(entries: readonly ContentsEntry[], { noteId, preferences }: OutlineMemory) {
  const [stored, setStored] = useState(() => parse(preferences.read(LOCAL_KEYS.outline)));
  const places = stored.closed[noteId ?? ""];
  const sizes = useMemo(() => entries.map(({ text }) => text.length), [entries]);
  const closed = useMemo(
    () => new Set(places?.map((place) => findLinkedBlock(sizes, place)).filter((at) => at !== undefined)),
    [places, sizes],
  );
  const save = (change: Partial<Stored>): void => {
    const next = { ...parse(preferences.read(LOCAL_KEYS.outline)), ...change };
    setStored(next);
    preferences.write(LOCAL_KEYS.outline, JSON.stringify(next));
  };
  const handleToggle = (index: number): void => {
    const indices = closed.has(index) ? [...closed].filter((at) => at !== index) : [...closed, index];
    const { [noteId ?? ""]: _, ...others } = stored.closed;
    const kept = Object.entries(others).slice(1 - MAX_NOTES);
    const own = indices.length === 0 ? [] : [[noteId ?? "", indices.map((at) => toBlockHash(sizes, at))] as const];
    save({ closed: Object.fromEntries([...kept, ...own]) });
  };
  return { isHidden: stored.isHidden, closed, onToggle: handleToggle, onHide: (isHidden: boolean) => save({ isHidden }) };
}

function parse(text: string | undefined): Stored {
  try {
    const value = JSON.parse(text ?? "") as { readonly isHidden?: unknown; readonly closed?: unknown };
    const notes = Object.entries(typeof value.closed === "object" && value.closed !== null ? value.closed : {});
    const lists = notes.map(([noteId, places]) => [noteId, Array.isArray(places) ? places.filter((one) => typeof one === "string") : []]);
    return { isHidden: value.isHidden === true, closed: Object.fromEntries(lists) };
  } catch {
    return { isHidden: false, closed: {} };
  }
}

/** True if the pane around the note has space for the contents beside the text. */
export function useIsWide(inside: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const pane = inside.current?.closest<HTMLElement>("[data-scroller], [data-print]");
    if (pane == null || typeof ResizeObserver === "undefined") return;
    const measure = (): void => setWide(pane.clientWidth >= WIDE_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(pane);
    return () => observer.disconnect();
  }, [inside]);
  return isWide;
}
