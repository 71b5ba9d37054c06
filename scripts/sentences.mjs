/**
 * `npm run sentences` updates docs/spec-sentences.json from the last test runs and lists sentences that no test renders. `--check`, part of
 * `npm run check`, only compares the map with the list. `npm test` also checks that the listed tests rendered their sentences.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseRows } from "./check/documents/check-spec-map.mjs";
import {
  checkFed,
  checkProduct,
  checkQuotes,
  checkRendered,
  checkSentences,
  doneSentences,
  planList,
  QUOTES,
  RENDERED,
  readProduct,
  SENTENCES,
  SPEC_MAP,
} from "./check/documents/spec-sentences.mjs";
import { ROOT } from "./run/paths.mjs";
import { ensureRuntime } from "./run/runtime.mjs";

const readRows = () => parseRows(readFileSync(SPEC_MAP, "utf8"));
const readWanted = () => doneSentences(readRows());
const PACKAGES = join(ROOT, "packages");
const IS_PRODUCT = /^[^/]+\/src\/(?!(?:.*\/)?testing\/).*(?<!\.test|\.bench)\.tsx?$/;

/** Problems between the specification, the map and the product, which need no test run. */
function checkSources(wanted) {
  const files = readdirSync(PACKAGES, { recursive: true }).filter((file) => IS_PRODUCT.test(file));
  const product = readProduct(files.map((file) => readFileSync(join(PACKAGES, file), "utf8")));
  const fed = checkFed(readListed(), (test) => readFileSync(join(ROOT, test), "utf8"));
  return [...fed, ...checkQuotes(JSON.parse(readFileSync(QUOTES, "utf8")), readRows()), ...checkProduct(wanted, product)];
}
const readListed = () => (existsSync(SENTENCES) ? JSON.parse(readFileSync(SENTENCES, "utf8")) : {});

function readRendered() {
  const files = existsSync(RENDERED) ? readdirSync(RENDERED) : [];
  return Object.fromEntries(
    files.map((file) => {
      const { test, sentences } = JSON.parse(readFileSync(join(RENDERED, file), "utf8"));
      return [test, sentences];
    }),
  );
}

/** Call before a run of all tests, so that only its results count. */
export function forgetRendered() {
  rmSync(RENDERED, { recursive: true, force: true });
  mkdirSync(RENDERED, { recursive: true });
}

/** Returns the listed sentences that the runs since `forgetRendered` did not render, or undefined if there are none. */
export function listProblem() {
  const problems = checkRendered(readListed(), readRendered());
  return problems.length === 0 ? undefined : [...problems, "`npm run sentences` brings the list up to date."].join("\n");
}

/** For a sentence that no test of its row renders, adds the tests of other rows that do: the row often names the wrong test. */
function withOthers(problem, rendered) {
  const sentence = /renders '(.*)'$/s.exec(problem)?.[1];
  const others = Object.keys(rendered).filter((test) => rendered[test].includes(sentence));
  return others.length === 0 ? problem : `${problem} (but ${others.slice(0, 4).join(", ")})`;
}

function update() {
  const rendered = readRendered();
  const wanted = readWanted();
  const next = planList(wanted, readListed(), rendered);
  writeFileSync(SENTENCES, `${JSON.stringify(next, null, 2)}\n`);
  return checkSentences(wanted, next).map((problem) => withOthers(problem, rendered));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await ensureRuntime();
  const wanted = readWanted();
  const listProblems = process.argv.includes("--check") ? checkSentences(wanted, readListed()) : update();
  const problems = [...checkSources(wanted), ...listProblems];
  process.stdout.write(`${[...problems, `${wanted.length} sentences, ${problems.length} problems`].join("\n")}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
