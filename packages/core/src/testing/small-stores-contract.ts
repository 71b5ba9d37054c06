/** Contract of a browser's stored session and preferences. Run by the memory versions and the browser's. */
import { describe, expect, it } from "vitest";
import type { Credentials, StoredSession } from "../ports/account/credentials.ts";
import type { Preferences } from "../ports/device/preferences.ts";

const SESSION: StoredSession = { token: "tok", user: { email: "ada@example.org", needsOnboarding: true, planType: "free" } };

export function describeCredentials(name: string, create: () => Credentials): void {
  describe(`credentials contract: ${name}`, () => {
    it("keeps one session until it is cleared", () => {
      const credentials = create();
      expect(credentials.read()).toBeUndefined();

      expect(credentials.write(SESSION)).toBe(true);
      const next = { ...SESSION, token: "another" };
      expect(credentials.write(next)).toBe(true);
      expect(credentials.read()).toEqual(next);

      credentials.clear();
      expect(credentials.read()).toBeUndefined();
    });

    it("remembers a started deletion until it has ended or a user signs in", () => {
      const credentials = create();
      expect(credentials.isErasing()).toBe(false);
      credentials.setErasing(true);
      credentials.clear();
      expect(credentials.isErasing()).toBe(true);
      credentials.setErasing(false);
      expect(credentials.isErasing()).toBe(false);

      credentials.setErasing(true);
      credentials.write(SESSION);
      expect(credentials.isErasing()).toBe(false);
    });
  });
}

export function describePreferences(name: string, create: () => Preferences): void {
  describe(`preferences contract: ${name}`, () => {
    it("keeps each choice by its name until it is removed", () => {
      const preferences = create();
      expect(preferences.read("theme")).toBeUndefined();

      preferences.write("theme", "dark");
      preferences.write("listWidth", "300");
      preferences.write("theme", "amoled");
      preferences.write("listWidth", undefined);

      expect(preferences.read("theme")).toBe("amoled");
      expect(preferences.read("listWidth")).toBeUndefined();
    });
  });
}
