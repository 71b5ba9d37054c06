import { describe, expect, it } from "vitest";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createAppearanceService, DEFAULT_APPEARANCE, parseAppearance, printAppearance } from "./appearance-service.ts";

describe("B2 Settings, Appearance", () => {
  it.each([
    [undefined, DEFAULT_APPEARANCE],
    ["serif large wide", { font: "serif", size: "large", width: "wide" }],
    ["comic 400px wide", { ...DEFAULT_APPEARANCE, width: "wide" }],
    ["serif", { ...DEFAULT_APPEARANCE, font: "serif" }],
  ] as const)("parses stored %s as %j", (stored, appearance) => {
    expect(parseAppearance(stored)).toEqual(appearance);
    expect(parseAppearance(printAppearance(appearance))).toEqual(appearance);
  });

  it("stores a choice and keeps the others", () => {
    const kept = new Map([[LOCAL_KEYS.appearance as string, "serif normal normal"]]);
    const service = createAppearanceService({
      read: (key) => kept.get(key),
      write: (key, value) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
    });
    service.choose({ width: "full" });
    expect(service.store.getState()).toEqual({ font: "serif", size: "normal", width: "full" });
    expect(kept.get(LOCAL_KEYS.appearance)).toBe("serif normal full");
  });
});
