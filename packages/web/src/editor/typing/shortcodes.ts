/** The names of emoji, as in `:smile:`, fetched when someone begins to type one. */
let codes: ReadonlyMap<string, string> | undefined;
let loading: Promise<ReadonlyMap<string, string>> | undefined;

export function readyShortcodes(): ReadonlyMap<string, string> | undefined {
  return codes;
}

/** A failed fetch is tried again with the next name. */
export function loadShortcodes(): Promise<ReadonlyMap<string, string>> {
  loading ??= import("../../../vendor/emojibase/shortcodes.json").then(
    (file) => {
      codes = new Map(Object.entries(file.default as Readonly<Record<string, string>>));
      return codes;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
