/** Refuses words for which the field has a standard term, in comments, test titles and documents, and counts sentences that hide their subject (STYLE.md §1, §7). */
import { Visitor } from "oxc-parser";

/** Words that comments and documents do not use, and what they use instead. */
const REFUSED_IN_PROSE = [
  [/\banew\b/i, "again"],
  [/\bwho(?:m)?ever\b/i, "the role: the user, a device, a client; or 'anyone who'"],
  [/\b(?:no|some|any|every)body\b/i, "the role: the user, a device, a client; or 'no one', 'someone'"],
  [/\b(?:a|the|each|every|no) person(?:'s)?\b/i, "the user"],
  [/\bmend(?:s|ed|ing)?\b/i, "repair"],
  [/\btwins?\b/i, "cloned device or duplicate"],
  [/\bpictures?\b/i, "image or screenshot"],
  [/\blies\b/i, "is, or is stored"],
];

/** Removes code and quotations, which are not prose. */
const withoutQuotes = (text) => text.replace(/`[^`]*`|"[^"\n]*"|(?<![a-z])'[^'\n]{2,90}'(?![a-z])/g, "");

const proseProblem = (text) => {
  const refused = REFUSED_IN_PROSE.find(([pattern]) => pattern.test(withoutQuotes(text)));
  return refused === undefined ? undefined : `'${refused[0].exec(withoutQuotes(text))?.[0]}' is not used in prose, but ${refused[1]}`;
};

/** Comments of the file that use a refused word: `{ start, problem }[]`. */
export function commentProblems({ comments }) {
  return comments.flatMap(({ start, value }) => {
    const problem = proseProblem(value);
    return problem === undefined ? [] : [{ start, problem }];
  });
}

/** Phrasings that hide the subject of a sentence (STYLE.md §7). check-source.mjs counts them and lets the number only fall. */
const RIDDLES = [
  [/(?:^|[.!?] )(?:What(?:ever)?|Of|Whose|Those|One that|One whose|Others that) (?!course|if )[a-z`][^?]*(?:[.!] |$)/, "the noun first"],
  [/(?:^|[.!?] )Answers (?!of|to|with|that)[a-z`]/, "'Returns …'"],
  [/\bonce more\b|\bas ever\b/i, "'again' or 'still'"],
  [/\bin clear\b/i, "'unencrypted'"],
  [/\b(?:is|are|be|was|were) (?:not )?had\b/i, "'exists' or 'is available'"],
  [/\bso (?:many|much|few|long) (?!as\b)(?![^.;:]*\bthat\b)[a-z]/i, "the number, its name or its unit"],
];
const TITLE_RIDDLE = /^(?:of|what|whose|those|and|nor|neither|nothing|as|none|one that) /;

const riddleIn = (text) => {
  const prose = withoutQuotes(text)
    .replace(/\s*\n\s*\*?\s*/g, " ")
    .replace(/^\*?\s+|\s+$/g, "");
  const riddle = RIDDLES.find(([pattern]) => pattern.test(prose));
  return riddle === undefined ? undefined : `'${riddle[0].exec(prose)?.[0].slice(0, 60)}' hides its subject; write ${riddle[1]}`;
};

/** Comments and test titles of the file that hide their subject: `{ start, problem }[]`. */
export function riddleProblems({ comments, program }) {
  const found = [
    ...comments.map(({ start, value }) => ({ start, problem: riddleIn(value) })),
    ...titlesOf(program).map(({ start, text }) => ({
      start,
      problem: TITLE_RIDDLE.test(text) ? `the title '${text}' does not read alone` : riddleIn(text),
    })),
  ];
  return found.filter(({ problem }) => problem !== undefined);
}

const TEST_FUNCTIONS = new Set(["it", "test", "describe"]);

/** `it` of `it("…")`, `it.skip("…")` and `it.each(…)("…")`. */
function calledName(callee) {
  if (callee?.type === "Identifier") return callee.name;
  return callee === undefined ? undefined : calledName(callee.object ?? callee.callee ?? callee.tag);
}

function titlesOf(program) {
  const found = [];
  const visitTitle = (node) => {
    const text = node?.type === "Literal" ? node.value : node?.quasis?.map(({ value }) => value.raw).join("…");
    if (typeof text === "string") found.push({ start: node.start, text });
  };
  new Visitor({ CallExpression: ({ callee, arguments: [title] }) => TEST_FUNCTIONS.has(calledName(callee)) && visitTitle(title) }).visit(
    program,
  );
  return found;
}

/** Titles of tests that use a refused word: `{ start, problem }[]`. */
export function titleProblems({ program }) {
  return titlesOf(program)
    .map(({ start, text }) => ({ start, problem: proseProblem(text) }))
    .filter(({ problem }) => problem !== undefined);
}

/** Lines of a document that use a refused word, outside of code: `{ line, problem }[]`. */
export function documentProblems(text) {
  let isCode = false;
  return text.split("\n").flatMap((content, at) => {
    if (content.trimStart().startsWith("```")) isCode = !isCode;
    const problem = isCode ? undefined : proseProblem(content);
    return problem === undefined ? [] : [{ line: at + 1, problem }];
  });
}
