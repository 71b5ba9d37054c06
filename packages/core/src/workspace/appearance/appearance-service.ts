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

/** How notes are saved: automatically, or by the button alone, as the specification has it. decision 0042. */
export type Saving = "automatically" | "with-button";

export interface SavingChoice {
  readonly store: ReadableStore<{ readonly saving: Saving }>;
  choose(saving: Saving): void;
  /** Reads the stored value, which another tab may have changed. */
  isAutomatic(): boolean;
}

const WITH_BUTTON = "false";

/** Automatic unless the user chose otherwise. The key is that of 'Autosave after 3 seconds', which was off unless it was "true". */
export function createSavingChoice(preferences: Preferences): SavingChoice {
  const isAutomatic = (): boolean => preferences.read(LOCAL_KEYS.autosave) !== WITH_BUTTON;
  const store = createStore<{ readonly saving: Saving }>({ saving: isAutomatic() ? "automatically" : "with-button" });
  return {
    store,
    isAutomatic,
    choose(saving) {
      preferences.write(LOCAL_KEYS.autosave, saving === "with-button" ? WITH_BUTTON : undefined);
      store.setState({ saving });
    },
  };
}
