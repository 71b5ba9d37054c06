/** Refuses words for which the field has a standard term, in names, comments and documents, and counts sentences that hide their subject (STYLE.md §1, §7). */
import { basename } from "node:path";
import { Visitor } from "oxc-parser";

/** Each word with its other forms, and what to use instead. */
const REFUSED = [
  [["door", "doors"], "client, host, API or hook"],
  [["desk", "desks"], "worker API or transaction"],
  [["keeper", "keepers"], "store or controller"],
  [["late", "lately"], "lazy, delayed or expired"],
  [["anew"], "re-encrypt, recreate, reset or restart"],
  [["twin", "twins"], "cloned device or duplicate"],
  [["tell", "tells", "telling", "told", "said"], "report, notify or label"],
  [["hear", "hears", "heard", "hearing", "hearer", "hearers"], "listener, receive or handle"],
  [["news"], "update or notification"],
  [["wish", "wishes", "wished"], "desired state"],
  [["way", "ways", "course", "courses"], "method, mode or availability"],
  [["place", "places"], "storage target, location, position or context"],
  [["outside", "entrance", "surroundings"], "account services, signed-out services or environment"],
  [["passed"], "proxied or forwarded"],
  [["soon"], "MaybePromise"],
  [["coming"], "incoming or pending"],
  [["patient", "patiently"], "with retry"],
  [["stray", "strays"], "orphaned"],
  [["tend", "tends", "tended", "tidy", "tidied"], "maintain or normalize"],
  [["wake", "wakes", "woken", "waits"], "retry or blocked"],
  [["settle", "settles", "settled", "settling"], "resolve, finalize or idle"],
  [["dress", "drawn", "drawing", "draws"], "render or decorate"],
  [["room", "rooms"], "buffer, space or capacity"],
  [["walk", "walks", "walked"], "scenario"],
  [["moving", "carried"], "migration, or opaque for content that is kept unread"],
  [["fault", "faults"], "failure, corruption or damage"],
  [["mend", "mends", "mended"], "repair"],
  [["lies", "stands", "stood"], "is stored, or is"],
  [["picture", "pictures"], "image or screenshot"],
  [["twice"], "duplicate or repeated"],
  [["person", "persons", "somebody", "whoever", "nobody"], "user or client"],
];
const INSTEAD = new Map(REFUSED.flatMap(([forms, instead]) => forms.map((form) => [form, instead])));

/** Exceptions: `words` allows every name with that word, `names` allows these names; `paths` limits both to some files. */
const ALLOWED = [
  {
    words: ["fault", "faults"],
    paths: /^packages\/drive\/src\/(sandbox|cli|conformance|client\/client\.test)|^(sim|e2e|bench|attack)\//,
    why: "fault injection",
  },
  { words: ["fault", "faults"], paths: /\.test\.tsx?$|\/testing\//, why: "fault injection in tests" },
  { words: ["walk", "walks"], paths: /random-walk/, why: "a random walk is a kind of test" },
  { names: ["walk", "walkOlder", "walkTo", "walkTokens", "WALKS"], why: "the traversal of a tree, or a random walk" },
  { names: ["placeCells", "placeFiles", "openInPlace"], why: "the verb, and 'in place'" },
  { names: ["drawBitmap"], why: "drawing on a canvas, as the platform calls it" },
  { names: ["cleanDrawing", "readDrawing"], why: "w:drawing of Word's documents" },
  { names: ["picture"], paths: /^packages\/(contract|server)\//, why: "a field of the identity provider's answer" },
  { names: ["place"], paths: /key-rows|session-rows|unlocked-keyring|sqlite-trees|adapters\/sealing\/joining/, why: "stored in rows" },
  { names: ["hasStrays", "strayNotes", "waits"], why: "stored in rows, drive files and backups" },
  { names: ["place"], paths: /\/import\/document\/draft-files\.ts$/, why: "the verb" },
  { names: ["twice"], paths: /^packages\/drive\/src\/sandbox\//, why: "a field of the sandbox's fault rules" },
  {
    names: [
      "ComingSoon",
      "ComingSoonCard",
      "isComingSoon",
      "comingSoon",
      "comingSoonSentence",
      "comingSoonTitle",
      "providersSoon",
      "typeComing",
    ],
    why: "'coming soon', as products call it",
  },
  { names: ["moving"], paths: /^packages\/web\/src\/text\//, why: "the label 'Moving…'" },
  { names: ["delete-waits", "reset-waits", "step-waits"], why: "in the contract between app and server" },
  { names: ["kept-twice"], why: "stored in rows" },
  { names: ["settled"], paths: /\/connection\//, why: "a message between tabs, which may be of two versions" },
  { names: ["drawing-dropped"], why: "a drawing in another program's note" },
  { names: ["passed", "passedBefore"], paths: /^scripts\//, why: "a test or check that passed" },
];

const partsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const isAllowed = (path, name, word) =>
  ALLOWED.some(
    ({ words, names, paths }) =>
      (words?.includes(word) ?? true) && (names?.includes(name) ?? true) && (paths === undefined || paths.test(path)),
  );

function problemOf(path, name, what) {
  const word = partsOf(name).find((part) => INSTEAD.has(part) && !isAllowed(path, name, part));
  return word === undefined ? undefined : `${what} ${name}: '${word}' is not used here, but ${INSTEAD.get(word)}`;
}

/** Every name that a file declares, members of unions and attributes of elements included, with the offset of its first declaration. */
function declaredNames(program) {
  const names = new Map();
  const keep = (node) => {
    if (node === null || node === undefined) return;
    if (node.type === "Identifier" || node.type === "PrivateIdentifier")
      names.set(node.name, Math.min(node.start, names.get(node.name) ?? node.start));
    else if (node.type === "ObjectPattern") for (const each of node.properties) keep(each.value ?? each.argument);
    else if (node.type === "ArrayPattern") for (const each of node.elements) keep(each);
    else if (node.type === "AssignmentPattern") keep(node.left);
    else if (node.type === "RestElement") keep(node.argument);
    else if (node.type === "TSParameterProperty") keep(node.parameter);
  };
  const keepId = (node) => keep(node.id);
  const keepKey = (node) => node.computed || keep(node.key);
  const keepFunction = (node) => {
    keep(node.id);
    for (const each of node.params) keep(each);
  };
  new Visitor({
    VariableDeclarator: keepId,
    FunctionDeclaration: keepFunction,
    FunctionExpression: keepFunction,
    ArrowFunctionExpression: keepFunction,
    ClassDeclaration: keepId,
    TSTypeAliasDeclaration: keepId,
    TSInterfaceDeclaration: keepId,
    PropertyDefinition: keepKey,
    MethodDefinition: keepKey,
    TSPropertySignature: keepKey,
    TSMethodSignature: keepKey,
    Property: (node) => !node.shorthand && keepKey(node),
    TSLiteralType: ({ literal }) => typeof literal.value === "string" && names.set(literal.value, literal.start),
    JSXAttribute: ({ name }) => name.type === "JSXIdentifier" && names.set(name.name, name.start),
  }).visit(program);
  return names;
}

/** Names of the file, and its own name, that use a refused word: `{ start, problem }[]`. */
export function nameProblems({ path, program }) {
  const found = [...declaredNames(program)].map(([name, start]) => ({ start, problem: problemOf(path, name, "the name") }));
  return [...found, { start: 0, problem: fileNameProblem(path) }].filter(({ problem }) => problem !== undefined);
}

/** Classes of a style sheet, as of names: `{ line, problem }[]`. */
export function classProblems({ path, text }) {
  return text.split("\n").flatMap((content, at) =>
    [...content.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].flatMap(([, name]) => {
      const problem = problemOf(path, name, "the class");
      return problem === undefined ? [] : [{ line: at + 1, problem }];
    }),
  );
}

/** Checks the path of any file or folder, code or not. */
export function fileNameProblem(path) {
  const parts = [...path.split("/").slice(0, -1), basename(path)];
  return parts.map((part) => problemOf(path, part, "the file or folder")).find((problem) => problem !== undefined);
}

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
