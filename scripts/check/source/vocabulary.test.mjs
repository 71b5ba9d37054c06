import { describe, expect, it } from "vitest";
import { parseFile } from "./source-files.mjs";
import { commentProblems, documentProblems, riddleProblems, titleProblems } from "./vocabulary.mjs";

const path = "packages/core/src/sync/plan.ts";

describe("The vocabulary of prose", () => {
  it.each(["made anew", "what a person sees", "for whoever asks", "nobody knows", "two pictures", "it lies there", "a twin", "is mended"])(
    "refuses '%s' in comments and documents",
    (text) => {
      expect(commentProblems(parseFile(path, `const a = 1;\n/** First, ${text}. */\nconst b = 2;`))).toMatchObject([{ start: 13 }]);
      expect(documentProblems(`# Title\n\nFirst, ${text}.`)).toMatchObject([{ line: 3 }]);
    },
  );

  it("refuses old words in every kind of test title", () => {
    const code =
      'describe("all", () => { it("is made anew", run); it.each([1])("shows nobody %s", run); it.skip(`a twin`, run); use("anew"); });';
    expect(titleProblems(parseFile("a.test.ts", code))).toHaveLength(3);
  });

  it("leaves code, names and quotations alone", () => {
    const text = "The field `picture`, the sentence 'Nobody is here', and what \"somebody\" typed; a personal note relies on it.";
    expect(commentProblems(parseFile(path, `// ${text}\nconst nobodyKnows = "whoever";`))).toEqual([]);
    expect(documentProblems(`${text}\n\`\`\`\nwhoever\n\`\`\``)).toEqual([]);
  });
});

describe("Sentences that hide their subject", () => {
  const riddlesIn = (comment) => riddleProblems(parseFile(path, `const a = 1;\n/**\n * ${comment}\n */\nconst b = 2;`));

  it.each([
    "Of so many characters a message counts once.",
    "First. What is gone is read again.",
    "One that is taken shows that the rest may be.",
    "Those of a record.",
    "Answers the file.",
    "The file is read once more.",
    "A text in clear.",
    "The token is not had here.",
    "After so long without a byte.",
  ])("counts '%s'", (comment) => {
    expect(riddlesIn(comment)).toHaveLength(1);
  });

  it.each([
    "Returns the file that was read again.",
    "What if the drive is full?",
    "Of course the file may be gone.",
    "So many notes exist that one page is not enough.",
    "Holds the lock so long as the tab lives.",
    "The sentence 'What is gone' is quoted.",
  ])("does not count '%s'", (comment) => {
    expect(riddlesIn(comment)).toEqual([]);
  });

  it("counts titles that do not read alone", () => {
    const code = 'it("of a note nothing is kept", run); it("keeps the note", run); it("and shows none", run);';
    expect(riddleProblems(parseFile("a.test.ts", code))).toHaveLength(2);
  });
});
