import { describe, expect, it } from "vitest";
import { copyTitle } from "./check-note.ts";

const toCopyName = (title: string) => `${title} (copy)`;

describe("title of a duplicate", () => {
  it("marks it as a copy", () => expect(copyTitle("Milk", toCopyName)).toBe("Milk (copy)"));

  it("stays within the maximum length and cuts no character in two", () => {
    expect([...copyTitle("x".repeat(255), toCopyName)]).toHaveLength(255);
    const family = copyTitle(`${"x".repeat(246)}👩‍👩‍👧`, toCopyName);
    expect([...family].length).toBeLessThanOrEqual(255);
    expect(family).toBe(`${"x".repeat(246)} (copy)`);
  });
});
