/** The emoji table, loaded when the picker first opens, and the user's recent choices. */
import { type Emoji, parseRecents, parseTone, rememberEmoji, type SkinTone, toEmoji, withTone } from "@satchel/core/document/emoji.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import { useEffect, useState } from "react";

let loading: Promise<readonly Emoji[]> | undefined;

/** A failed load is retried at the next opening. */
function loadTable(): Promise<readonly Emoji[]> {
  loading ??= import("virtual:emoji").then(
    (file) => {
      const hasGlyph = createGlyphCheck();
      return toEmoji(file.default).filter(({ unicode }) => hasGlyph(unicode));
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Range of glyph widths in em. An unknown emoji is a narrower box, or splits into several wider parts. */
const [NARROWEST, WIDEST] = [0.8, 1.6];

/** Checks whether this device's fonts have a glyph, because they may be older than the table. */
function createGlyphCheck(): (unicode: string) => boolean {
  const context = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d");
  if (context === null) return () => true;
  context.font = `20px ${getComputedStyle(document.body).fontFamily}`;
  const usual = context.measureText("😀").width;
  return (unicode) => {
    const { width } = context.measureText(unicode);
    return width >= usual * NARROWEST && width <= usual * WIDEST;
  };
}

/** Undefined while loading. */
export function useEmojiTable(): readonly Emoji[] | undefined {
  const [table, setTable] = useState<readonly Emoji[]>();
  useEffect(() => {
    let isGone = false;
    void loadTable().then(
      (loaded) => !isGone && setTable(loaded),
      () => !isGone && setTable([]),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return table;
}

export type ShownEmoji = { readonly unicode: string; readonly label: string };

export function showEmoji(emoji: readonly Emoji[], tone: SkinTone): readonly ShownEmoji[] {
  return emoji.map((one) => ({ unicode: withTone(one, tone), label: one.label }));
}

export function useEmojiChoices(preferences: Preferences) {
  const [recents] = useState(() => parseRecents(preferences.read(LOCAL_KEYS.emojiRecents)));
  const [tone, setToneState] = useState(() => parseTone(preferences.read(LOCAL_KEYS.emojiTone)));
  return {
    recents,
    tone,
    remember(unicode: string): void {
      preferences.write(LOCAL_KEYS.emojiRecents, rememberEmoji(recents, unicode).join(" "));
    },
    setTone(next: SkinTone): void {
      setToneState(next);
      preferences.write(LOCAL_KEYS.emojiTone, String(next));
    },
  };
}
