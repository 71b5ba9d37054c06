import { describe, expect, it } from "vitest";
import { parseRows } from "./check-spec-map.mjs";
import { checkRendered, checkSentences, doneSentences, findRendered, planList, quotedSentences } from "./spec-sentences.mjs";

const TEST = "packages/a.test.tsx";
const wantedOf = (markdown) => doneSentences(parseRows(markdown));
const row = (text, state = `done: packages/a.ts; ${TEST}`) => `| A1-01 | ${text} | ${state} |`;

describe("Sentences that the spec map quotes", () => {
  it.each([
    ["one", "Says 'Note deleted!'.", ["Note deleted!"]],
    ["several, each once", "'Go Back', 'Go Home' or 'Go Back'", ["Go Back", "Go Home"]],
    ["an apostrophe", "'You'll need to log in again'; a person's 'Close'", ["You'll need to log in again", "Close"]],
    ["none in square brackets", "'Connected' [not 'Linked']", ["Connected"]],
    ["none in code", "The store `cloud_notes` of the person's device", []],
  ])("are parsed: %s", (_name, text, sentences) => {
    expect(quotedSentences(text)).toEqual(sentences);
  });

  it("are required of done rows, from the tests of the row", () => {
    expect(wantedOf(row("'Close'"))).toEqual([{ id: "A1-01", number: 1, sentence: "Close", tests: [TEST] }]);
    expect(wantedOf(row("'Close'", "absent: nothing is ever opened"))).toEqual([]);
  });
});

describe("A sentence is rendered", () => {
  it.each([
    ["Close", "Close"],
    ["Note created! Uploading in background...", "Note created!  Uploading in background..."],
    ["Search failed, please try again.", "Oh. Search failed, please try again. Or not."],
    ["Found {n} suspicious files", "Found 3 suspicious files"],
    ["Initial sync is slow. …", "Initial sync is slow. It goes on."],
    ["{n}/255 characters", "4/255 characters"],
  ])("matches %s in '%s'", (sentence, text) => {
    expect(findRendered([sentence], ["something else", text])).toEqual([sentence]);
  });

  it.each([
    ["a short one as part of a text", "Go Back", "Go Back to the notes"],
    ["a long one inside of a word", "Delete the old note", "Delete the old notes"],
    ["other words", "Note created! Uploading in background...", "Note created!"],
    ["a placeholder without a value", "Found {n} suspicious files", "Found  suspicious files"],
    ["another case", "Coming Soon", "Coming soon"],
  ])("does not match %s", (_name, sentence, text) => {
    expect(findRendered([sentence], [text])).toEqual([]);
  });
});

describe("The list of rendering tests", () => {
  const wanted = wantedOf(row("'Note deleted!'"));

  it("is valid if the row names the test", () => {
    expect(checkSentences(wanted, { "A1-01": { "Note deleted!": TEST } })).toEqual([]);
  });

  it.each([
    ["no test renders a sentence", {}, "no test renders 'Note deleted!'"],
    ["only a test of another row does", { "A1-01": { "Note deleted!": "packages/b.test.ts" } }, "does not name packages/b.test.ts"],
    ["it has one that the map does not quote", { "A1-01": { "Note deleted!": TEST, Gone: TEST } }, "'Gone'"],
    ["it has one of a row that is gone", { "A1-01": { "Note deleted!": TEST }, "A1-02": { Gone: TEST } }, "A1-02"],
  ])("is invalid if %s", (_name, listed, words) => {
    expect(checkSentences(wanted, listed).join()).toContain(words);
  });

  it("is outdated if a test did not render its sentence or did not run", () => {
    const listed = { "A1-01": { "Note deleted!": TEST } };
    expect(checkRendered(listed, { [TEST]: ["Note deleted!"] })).toEqual([]);
    expect(checkRendered(listed, { [TEST]: ["Close"] })).toEqual([`A1-01 ${TEST} does not render 'Note deleted!'`]);
    expect(checkRendered(listed, {})).toHaveLength(1);
  });

  it("adds what ran, keeps what did not run, and drops what is no longer rendered", () => {
    const listed = { "A1-01": { "Note deleted!": TEST } };
    expect(planList(wanted, {}, { [TEST]: ["Note deleted!"] })).toEqual(listed);
    expect(planList(wanted, listed, {})).toEqual(listed);
    expect(planList(wanted, listed, { [TEST]: [] })).toEqual({});
    expect(planList(wanted, {}, { "packages/b.test.ts": ["Note deleted!"] })).toEqual({});
  });
});
