import { describe, expect, it } from "vitest";
import { createThemeService, decideTheme, nextTheme } from "./theme-service.ts";

function memoryPreferences(initial: Record<string, string> = {}) {
  const kept = new Map(Object.entries(initial));
  return {
    kept,
    read: (key: string) => kept.get(key),
    write: (key: string, value: string | undefined) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
  };
}

function systemTheme(dark: boolean) {
  let prefersDark = dark;
  const listeners: (() => void)[] = [];
  return {
    prefersDark: () => prefersDark,
    onChange: (listener: () => void) => {
      listeners.push(listener);
      return () => undefined;
    },
    change(next: boolean) {
      prefersDark = next;
      for (const listener of listeners) listener();
    },
  };
}

describe("B4 themes", () => {
  it.each([
    ["light", true, "light"],
    ["dark", false, "dark"],
    ["amoled", false, "amoled"],
    ["black", true, "dark"],
    [undefined, true, "dark"],
    [undefined, false, "light"],
  ] as const)("stored %s with system dark %s gives %s", (stored, dark, theme) => {
    expect(decideTheme(stored, dark)).toBe(theme);
  });

  it("cycles light, dark, amoled and back to light", () => {
    expect(["light", "dark", "amoled"].map((theme) => nextTheme(theme as "light"))).toEqual(["dark", "amoled", "light"]);
  });

  it("stores the choice, and then no longer follows the system", () => {
    const preferences = memoryPreferences();
    const system = systemTheme(false);
    const service = createThemeService({ preferences, system });

    system.change(true);
    expect(service.store.getState().theme).toBe("dark");
    service.cycle();
    system.change(false);

    expect(service.store.getState().theme).toBe("amoled");
    expect(preferences.kept.get("theme")).toBe("amoled");
  });

  it("follows the system again when that is chosen", () => {
    const preferences = memoryPreferences({ theme: "light" });
    const system = systemTheme(true);
    const service = createThemeService({ preferences, system });
    expect(service.store.getState()).toEqual({ theme: "light", chosen: "light" });
    service.choose(undefined);
    expect(service.store.getState()).toEqual({ theme: "dark", chosen: undefined });
    system.change(false);
    expect(service.store.getState().theme).toBe("light");
    service.choose("dark");
    expect(preferences.kept.get("theme")).toBe("dark");
  });
});
