import { describe, expect, it } from "vitest";
import type { NoteSummary } from "../../model/entities/note.ts";
import { tagsForNew } from "./tags-for-new.ts";

const note = (tags: readonly string[], isEncrypted = false) => ({ tags, isEncrypted }) as NoteSummary;
const NOTES = [note(["Home/Work", "Reading"]), note(["Diary"], true)];

describe("tags of a new note in a filtered list", () => {
  it.each([
    [["home/work"], ["Home/Work"]],
    [["home"], ["Home"]],
    [
      ["reading", "home"],
      ["Reading", "Home"],
    ],
    [["diary"], undefined],
    [["gone"], undefined],
    [[], undefined],
  ])("for %j are %j", (keys, tags) => {
    expect(tagsForNew(keys, NOTES).tags).toEqual(tags);
  });
});
