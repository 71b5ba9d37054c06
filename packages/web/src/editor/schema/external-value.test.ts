// @vitest-environment node
import { describe, expect, it } from "vitest";
import { decideExternalValue, forgetUpTo, NOTHING_GIVEN_OUT, remember } from "./external-value.ts";

describe("a text that the parent hands in", () => {
  const delivered = { taken: "<p></p>", isUndelivered: false } as const;
  const typed = remember(remember(NOTHING_GIVEN_OUT, "<p>a</p>"), "<p>ab</p>");

  it("is the same if the editor already has it", () => {
    expect(decideExternalValue({ ...delivered, value: "<p>ab</p>", current: "<p>ab</p>", given: typed, isFocused: true })).toBe("same");
  });

  it("is an echo if a slow parent repeats recent text", () => {
    expect(decideExternalValue({ ...delivered, value: "<p>a</p>", current: "<p>ab</p>", given: typed, isFocused: false })).toBe("echo");
  });

  it("keeps typed text that the parent has not seen", () => {
    expect(decideExternalValue({ ...delivered, value: "<p>other</p>", current: "<p>ab</p>", given: typed, isFocused: true })).toBe(
      "keep-typed",
    );
  });

  it("replaces the text if the parent has seen everything, e.g. a discarded draft", () => {
    const seen = forgetUpTo(typed, "<p>ab</p>");
    expect(decideExternalValue({ ...delivered, value: "<p>saved</p>", current: "<p>ab</p>", given: seen, isFocused: true })).toBe(
      "replace",
    );
  });

  it("keeps text that the parent never received, wherever the focus is", () => {
    const question = { value: "<p>other</p>", current: "<p>a</p>", taken: "<p></p>", given: NOTHING_GIVEN_OUT, isFocused: false };
    expect(decideExternalValue({ ...question, isUndelivered: true })).toBe("keep-typed");
    expect(decideExternalValue({ ...question, isUndelivered: false })).toBe("replace");
  });

  it("replaces the text if recent typing was undone", () => {
    const question = { value: "<p>other</p>", current: "<p></p>", taken: "<p></p>", given: NOTHING_GIVEN_OUT, isFocused: true };
    expect(decideExternalValue({ ...question, isUndelivered: true })).toBe("replace");
  });

  it("remembers a bounded number of texts", () => {
    let given = NOTHING_GIVEN_OUT;
    for (let count = 0; count < 1000; count++) given = remember(given, String(count));
    expect(given.texts.length).toBeLessThan(50);
    expect(given.texts.at(-1)).toBe("999");
  });
});
