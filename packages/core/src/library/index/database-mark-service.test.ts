import { describe, expect, it } from "vitest";
import { createMemoryPreferences } from "../../testing/memory-preferences.ts";
import { createDatabaseMark } from "./database-mark-service.ts";

const open = (preferences = createMemoryPreferences(), ...deviceIds: string[]) =>
  createDatabaseMark({ preferences, key: "mark", deviceIds });

describe("B3 a database that the browser deleted", () => {
  it("is missed by the database created in its place, with its count", () => {
    const preferences = createMemoryPreferences();
    open(preferences, "first").keep(3);

    expect(open(preferences, "second").lost.getState()).toEqual({ count: 3 });
  });

  it("is reported at every start until the loss is noted", () => {
    const preferences = createMemoryPreferences();
    open(preferences, "first").keep(3);
    open(preferences, "second").keep(1);
    const again = open(preferences, "second");
    expect(again.lost.getState()).toEqual({ count: 3 });

    again.noteLoss(1);

    expect(again.lost.getState()).toEqual({ count: 0 });
    expect(open(preferences, "second").lost.getState()).toEqual({ count: 0 });
    expect(open(preferences, "third").lost.getState()).toEqual({ count: 1 });
  });

  it.each([
    ["never one", undefined, ["first"]],
    ["the same one, empty now", "first 3", ["first"]],
    ["the same one under a newer name", "first 3", ["second", "first"]],
    ["one that held nothing", "first 0", ["second"]],
    ["a mark that does not read", "first", ["second"]],
  ] as const)("is not reported if there was %s", (_, mark, deviceIds) => {
    const preferences = createMemoryPreferences();
    preferences.write("mark", mark);

    expect(open(preferences, ...deviceIds).lost.getState()).toEqual({ count: 0 });
  });
});
