import { describe, expect, it } from "vitest";
import { parseRows } from "./check-spec-map.mjs";
import {
  checkFed,
  checkProduct,
  checkQuotes,
  checkRendered,
  checkSentences,
  doneSentences,
  findRendered,
  planList,
  quotedSentences,
  readProduct,
} from "./spec-sentences.mjs";

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

describe("Sentences of the specification", () => {
  const quotes = { "A2.1": ["Go Back", "Failed: {status}", "Syncing...", "1.0"] };
  const map = (text) => parseRows(row(text));

  it("are all quoted by the map, or written in it as code", () => {
    expect(checkQuotes(quotes, map("'Go Back', 'Failed: {code}', 'Syncing...', version `1.0`"))).toEqual([]);
  });

  it("are reported if no row quotes them, even if the map is consistent in itself", () => {
    expect(checkQuotes(quotes, map("'Go Back', 'Failed: {code}', version `1.0`"))).toEqual([
      "A2.1 of the specification quotes 'Syncing...', which no row of the map does",
    ]);
  });
});

/** A place in a template of the product. */
const HOLE = "${".concat("value}");

describe("A sentence of the product", () => {
  const product = readProduct(["const a = 'Can\\'t \n sync';", `\`Please sign in to ${HOLE} notes\``, `\`${HOLE}: ${HOLE}\``]);
  const problems = (sentence) => checkProduct([{ id: "A1-01", number: 1, sentence, tests: [] }], product);

  it.each(["Can't sync", "Please sign in to edit notes", "Please sign in to {verb} notes"])(
    "may be written whole or as a template: %s",
    (sentence) => {
      expect(problems(sentence)).toEqual([]);
    },
  );

  it.each(["Failed: everything", "Please log in"])("must be written somewhere in it: %s", (sentence) => {
    expect(problems(sentence)).toEqual([`line 1: A1-01 the product never says '${sentence}'`]);
  });
});

describe("A test that renders a sentence", () => {
  const problems = (source) => checkFed({ "A1-01": { "Sync failed: {why}": TEST } }, () => source);

  it.each(['fail({ message: "Sync failed: x" })', 'throw new Error("Sync failed: x")', "say({ error: 'Sync failed: x' })"])(
    "must not supply it itself: %s",
    (source) => {
      expect(problems(source)).toEqual([`A1-01 ${TEST} itself supplies 'Sync failed: {why}'`]);
    },
  );

  it.each(['expect(seen).toEqual([{ error: "Sync failed: x" }])', 'screen.getByText("Sync failed: x")'])("may expect it: %s", (source) => {
    expect(problems(source)).toEqual([]);
  });
});
