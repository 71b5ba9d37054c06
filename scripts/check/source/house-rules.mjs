/** The machine-checkable rules of STYLE.md: homes of time, randomness and storage, literal text, names, headers. */
import { basename } from "node:path";
import { Visitor } from "oxc-parser";
import { lineOf } from "./source-files.mjs";

const isTest = (path) => /\.test\.tsx?$/.test(path) || /\/testing\//.test(path);
const isOuterOnly = (path) => /^(sim|e2e|attack|bench)\//.test(path);

/** Globals that only one place may use, so that tests can replace them everywhere else. Biome's noRestrictedGlobals sees the bare names. */
const HOMES = [
  {
    what: /^(Date\.now|performance\.now|new Date\(\))$/,
    home: /^packages\/(web\/src\/adapters\/.*(clock|environment)|server\/src\/shared\/environment|drive\/src\/.*(clock|environment))\.ts$/,
    name: "a clock.ts",
  },
  { what: /^Math\.random$/, home: /^packages\/web\/src\/adapters\/.*(random|environment)\.ts$/, name: "an adapter's random.ts" },
  { what: /^(localStorage|sessionStorage|indexedDB|caches)$/, home: /^packages\/web\/src\/adapters\//, name: "web/src/adapters" },
  {
    what: /^fetch$/,
    home: /^packages\/(web\/src\/(adapters|shared\/lazy)|drive\/src\/(client|cli|storage\/s3)|server\/src\/(google|ai))\//,
    name: "an adapter or the drive client",
  },
];
const GLOBALS = new Set(["localStorage", "sessionStorage", "indexedDB", "caches", "fetch"]);
const HOSTS = new Set(["window", "globalThis", "self"]);
const SPOKEN_ATTRIBUTES = new Set(["aria-label", "aria-description", "title", "alt", "placeholder", "label", "description"]);
const DRAWERS = /^(utils?|helpers?|common|misc|manager)(\.|-|$)|[-.](utils?|helpers?|manager)\.tsx?$/;
const WORD = /\p{L}{2,}/u;

function homeProblem(path, what) {
  const rule = HOMES.find((each) => each.what.test(what));
  return rule === undefined || rule.home.test(path) ? undefined : `${what} belongs in ${rule.name}`;
}

const memberName = (node) => (node.computed ? undefined : `${node.object.name}.${node.property.name}`);

function homeProblems({ path, program }) {
  const found = [];
  const report = (node, what) => {
    const problem = homeProblem(path, what);
    if (problem !== undefined) found.push({ start: node.start, problem });
  };
  new Visitor({
    MemberExpression(node) {
      report(node, memberName(node) ?? "");
      if (HOSTS.has(node.object.name) && GLOBALS.has(node.property.name)) report(node, node.property.name);
    },
    NewExpression(node) {
      if (node.callee.name === "Date" && node.arguments.length === 0) report(node, "new Date()");
    },
  }).visit(program);
  return found;
}

function literalTextProblems({ path, program }) {
  if (!path.endsWith(".tsx")) return [];
  const found = [];
  const refuse = (node, text) => {
    if (WORD.test(text)) found.push({ start: node.start, problem: `literal text '${text.trim()}' belongs in web/src/text` });
  };
  new Visitor({
    JSXText: (node) => refuse(node, node.value),
    JSXAttribute(node) {
      if (SPOKEN_ATTRIBUTES.has(node.name.name) && node.value?.type === "Literal") refuse(node, String(node.value.value));
    },
  }).visit(program);
  return found;
}

function fileProblems({ path, comments, text }) {
  const name = basename(path);
  const found = [];
  if (DRAWERS.test(name)) found.push("a drawer name says nothing: name the file after what it does");
  const opening = text.slice(0, comments[0]?.start ?? text.length).replace(/^#!.*\n/, "");
  if (!isTest(path) && opening.trim() !== "") found.push("a file opens with one to three lines on what it owns");
  return found.map((problem) => ({ start: 0, problem }));
}

/** Sentences on screen, including the spec's, use the straight apostrophe, so that searches and tests find them. */
function apostropheProblems({ path, text }) {
  if (!path.startsWith("packages/web/src/")) return [];
  return [...text.matchAll(/(?<=[\p{L}}])’/gu)].map(({ index }) => ({ start: index, problem: "write the straight apostrophe, '" }));
}

/** Returns all violations of one file: `{ line, problem }[]`. */
export function checkFile(file) {
  const exempt = isTest(file.path) || isOuterOnly(file.path);
  const found = [
    ...fileProblems(file),
    ...apostropheProblems(file),
    ...(exempt ? [] : [...homeProblems(file), ...literalTextProblems(file)]),
  ];
  const seen = new Set();
  return found
    .map(({ start, problem }) => ({ line: lineOf(file.text, start), problem }))
    .filter(({ line, problem }) => !seen.has(`${line}${problem}`) && seen.add(`${line}${problem}`));
}

/** Finds colors spelled out in CSS outside styles/. */
export function checkCss(path, text) {
  if (/\/src\/styles\//.test(path)) return [];
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "));
  return [...plain.matchAll(/#[0-9a-f]{3,8}\b(?=[^{]*[;}])|\b(rgb|hsl|oklch)a?\(\s*[\d.]/gi)].map((match) => ({
    line: lineOf(plain, match.index),
    problem: `the colour ${match[0]} belongs in styles/tokens.css`,
  }));
}
