import { describe, expect, it } from "vitest";
import { noteProblemSentence } from "./note-problems.ts";

describe("A8 create encrypted", () => {
  it("names what is missing while the folder is locked, else reports the failure", () => {
    expect(noteProblemSentence({ action: "create", problem: { kind: "sensitive-locked" }, isSensitive: true })).toBe(
      "Password required for sensitive folder operations",
    );
    expect(noteProblemSentence({ action: "save", problem: { kind: "sensitive-locked" }, isSensitive: true })).toBe(
      "Please authenticate to view sensitive content",
    );
    expect(noteProblemSentence({ action: "create", problem: { kind: "sensitive-damaged" }, isSensitive: true })).not.toContain(
      "Password required",
    );
  });
});

describe("a save whose code failed to load", () => {
  it("reports a missing part of the app, and that the text is still there", () => {
    const sentence = noteProblemSentence({ action: "save", problem: { kind: "code-missing" } });
    expect(sentence).toMatch(/^A part of Satchel couldn't be loaded\. Your text is still here/);
    expect(sentence).not.toMatch(/storage|Failed to update/);
  });
});
