/**
 * `npm run sentences`: brings docs/spec-sentences.json up to date with what the last test runs rendered, and says which sentences nothing renders.
 * `--check` only compares the map with the list: it is one of `npm run check`. `npm test` also asks whether the listed tests rendered theirs.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseRows } from "./check-spec-map.mjs";
import { ensureRuntime } from "./runtime.mjs";
import { checkRendered, checkSentences, doneSentences, planList, RENDERED, SENTENCES, SPEC_MAP } from "./spec-sentences.mjs";

const readWanted = () => doneSentences(parseRows(readFileSync(SPEC_MAP, "utf8")));
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

/** Before a run of everything, so that what it leaves is its own. */
export function forgetRendered() {
  rmSync(RENDERED, { recursive: true, force: true });
  mkdirSync(RENDERED, { recursive: true });
}

/** What the runs since `forgetRendered` did not render, though the list says so; undefined when it is true. */
export function listProblem() {
  const problems = checkRendered(readListed(), readRendered());
  return problems.length === 0 ? undefined : [...problems, "`npm run sentences` brings the list up to date."].join("\n");
}

/** A sentence that no test of its row renders, with those of other rows that do: often the row only names the wrong one. */
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
  const problems = process.argv.includes("--check") ? checkSentences(wanted, readListed()) : update();
  process.stdout.write(`${[...problems, `${wanted.length} sentences, ${problems.length} problems`].join("\n")}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
