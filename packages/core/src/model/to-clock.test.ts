import { describe, expect, it } from "vitest";
import { toClock } from "./readable/readable-values.ts";

describe("B4.6 countdown", () => {
  it.each([
    [120, "2:00"],
    [107, "1:47"],
    [60, "1:00"],
    [9, "0:09"],
    [0, "0:00"],
  ])("shows %i seconds as %s", (seconds, shown) => {
    expect(toClock(seconds)).toBe(shown);
  });
});
