/** Stores how notes look in this browser. */
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";

export interface AppearanceService {
  readonly store: ReadableStore<Appearance>;
  choose(change: Partial<Appearance>): void;
}

export function createAppearanceService(preferences: Preferences): AppearanceService {
  const store = createStore<Appearance>(parseAppearance(preferences.read(LOCAL_KEYS.appearance)));
  return {
    store,
    choose(change) {
      store.setState(change);
      preferences.write(LOCAL_KEYS.appearance, printAppearance(store.getState()));
    },
  };
}

export const FONTS = ["sans", "serif", "mono"] as const;
export const TEXT_SIZES = ["small", "normal", "large", "larger"] as const;
export const LINE_WIDTHS = ["narrow", "normal", "wide", "full"] as const;

export type Appearance = {
  readonly font: (typeof FONTS)[number];
  readonly size: (typeof TEXT_SIZES)[number];
  readonly width: (typeof LINE_WIDTHS)[number];
};

export const DEFAULT_APPEARANCE: Appearance = { font: "sans", size: "normal", width: "normal" };

/** Parses the stored choice, three words; unknown words are defaults. */
export function parseAppearance(stored: string | undefined): Appearance {
  const [font, size, width] = (stored ?? "").split(" ");
  return {
    font: FONTS.find((one) => one === font) ?? DEFAULT_APPEARANCE.font,
    size: TEXT_SIZES.find((one) => one === size) ?? DEFAULT_APPEARANCE.size,
    width: LINE_WIDTHS.find((one) => one === width) ?? DEFAULT_APPEARANCE.width,
  };
}

export function printAppearance({ font, size, width }: Appearance): string {
  return `${font} ${size} ${width}`;
}

export interface AutosaveChoice {
  readonly store: ReadableStore<{ readonly isOn: boolean }>;
  choose(isOn: boolean): void;
  /** Returns the stored value, which another tab may have changed. */
  read(): boolean;
}

/** Whether existing notes are autosaved; off by default. Decision 0005 "Drafts". */
export function createAutosaveChoice(preferences: Preferences): AutosaveChoice {
  const read = (): boolean => preferences.read(LOCAL_KEYS.autosave) === "true";
  const store = createStore({ isOn: read() });
  return {
    store,
    read,
    choose(isOn) {
      preferences.write(LOCAL_KEYS.autosave, isOn ? "true" : undefined);
      store.setState({ isOn });
    },
  };
}
