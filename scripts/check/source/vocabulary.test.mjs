import { describe, expect, it } from "vitest";
import { parseFile } from "./source-files.mjs";
import {
  classProblems,
  commentProblems,
  documentProblems,
  fileNameProblem,
  nameProblems,
  riddleProblems,
  titleProblems,
} from "./vocabulary.mjs";

const problemsOf = (path, code) => nameProblems(parseFile(code.includes("<") ? "a.tsx" : path, code)).map(({ problem }) => problem);
const path = "packages/core/src/sync/plan.ts";

describe("The vocabulary of names", () => {
  it.each([
    ["a variable", "const noteDoor = 1;"],
    ["a function", "function tellDevices() {}"],
    ["a parameter", "const plan = (isLate: boolean) => isLate;"],
    ["a destructured parameter", "const plan = ({ state: courseOfSync }) => courseOfSync;"],
    ["a part of an array", "const [first, twin] = devices;"],
    ["a type", "type DriveKeeper = string;"],
    ["a field of a type", "type Device = { readonly twinOf: string };"],
    ["a method of a type", "type Api = { hearKeys(): void };"],
    ["a class's method", "class Api { sealAnew() {} }"],
    ["a private field", "class Api { #desk = 1; }"],
    ["a constant", "const MAX_WISHES = 3;"],
    ["a property", "const deps = { onSettled: 1 };"],
    ["a member of a union", 'type State = { readonly kind: "sent" | "made-anew" };'],
    ["an attribute of an element", "const row = <tr data-picture />;"],
  ])("refuses old words in %s", (_what, code) => {
    expect(problemsOf(path, code)).toHaveLength(1);
  });

  it("names the word to use instead", () => {
    expect(problemsOf(path, "const noteDoor = 1;")).toEqual(["the name noteDoor: 'door' is not used here, but client, host, API or hook"]);
  });

  it("checks whole words, and only names that the file declares", () => {
    expect(problemsOf(path, "const latest = related.replace(adoor, template);")).toEqual([]);
    expect(problemsOf(path, "const all = await Promise.allSettled(work); for (const each of late.told) use(each);")).toEqual([]);
  });

  it.each([
    ["fault injection", "packages/drive/src/sandbox/faults/fault-state.ts", "const faultState = 1;"],
    ["fields that are stored", "packages/web/src/adapters/sealing/documents/key-rows.ts", "type Row = { readonly place: number };"],
    ["random walks", "sim/src/account/random-walk-steps.ts", "const walkOnce = 1;"],
  ])("allows the exceptions: %s", (_what, file, code) => {
    expect(problemsOf(file, code)).toEqual([]);
    expect(problemsOf("packages/server/src/http/x.ts", code)).toHaveLength(1);
  });

  it("checks the names of files and folders", () => {
    expect(fileNameProblem("packages/web/src/app/late/lazy-module.ts")).toContain("lazy");
    expect(fileNameProblem("docs/pictures/frame.png")).toContain("image");
    expect(fileNameProblem("packages/core/src/model/related-notes.ts")).toBeUndefined();
  });
});

describe("The vocabulary of classes", () => {
  it("refuses old words in a style sheet", () => {
    const text = "a { color: red; }\n.row > .picture-caption { margin: 0.5px; }\n.related { margin: 0; }";
    expect(classProblems({ path: "packages/web/src/editor/content.css", text })).toMatchObject([{ line: 2 }]);
  });
});

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
