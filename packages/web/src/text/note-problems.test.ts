import { describe, expect, it } from "vitest";
import { noteProblemSentence } from "./note-problems.ts";

describe("A8 create encrypted", () => {
  it("says what is missing while the folder is locked, and that it failed for any other reason", () => {
    expect(noteProblemSentence("create", { kind: "sensitive-locked" }, false, true)).toBe(
      "Password required for sensitive folder operations",
    );
    expect(noteProblemSentence("save", { kind: "sensitive-locked" }, false, true)).toBe("Please authenticate to view sensitive content");
    expect(noteProblemSentence("create", { kind: "sensitive-damaged" }, false, true)).not.toContain("Password required");
  });
});
