/** The emoji table, fetched when the picker opens first, and what the person chose before. */
import {
  type Emoji,
  type EmojiRow,
  parseRecents,
  parseTone,
  rememberEmoji,
  type SkinTone,
  toEmoji,
  withTone,
} from "@satchel/core/editor/emoji.ts";
import type { Preferences } from "@satchel/core/ports/preferences.ts";
import { LOCAL_KEYS } from "@satchel/core/storage-keys.ts";
import { useEffect, useState } from "react";

let loading: Promise<readonly Emoji[]> | undefined;

/** A failed fetch is tried again with the next opening. */
function loadTable(): Promise<readonly Emoji[]> {
  loading ??= import("emojibase-data/en/compact.json").then(
    (file) => toEmoji(file.default as readonly EmojiRow[]),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Undefined while it is on its way. */
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
