/** Checks docs/spec-map.md: each row has a unique id and a state, and every file and test that a row names exists. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../run/paths.mjs";

const ROW = /^\|\s*([AB]\d[\w.]*-\d{2,3}[a-z]?)\s*\|/;
const OPEN = /^open: step ([1-9]|10)$/;
const ABSENT = /^absent: \S.{10,}$/;
/** `differs`: the clause is followed with a difference, or only with a setting, and the decision says why. */
const DONE = /^(?:done|differs \(decision \d{4}\)): (\S.*)$/;

/** Parses `| A2.2-03 | text | state |`, with `\|` for a bar inside a cell. */
function parseRow(line) {
  const cells = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
  return { id: cells[0], text: cells[1] ?? "", state: cells[2] ?? "", cells: cells.length };
}

export function parseRows(markdown) {
  return markdown
    .split("\n")
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => ROW.test(line))
    .map(({ line, number }) => ({ number, ...parseRow(line) }));
}

/** Checks that a done row names its files and a test: `done: path; path; path.test.ts`. */
function doneProblems(names, isThere) {
  const paths = names
    .split(";")
    .map((name) => name.trim().replace(/^`|`$/g, ""))
    .filter((name) => name !== "");
  const gone = paths.filter((path) => !isThere(path)).map((path) => `names ${path}, which is not there`);
  return paths.some((path) => /\.test\.(ts|tsx|mjs)$/.test(path)) ? gone : [...gone, "names no test"];
}

function rowProblems({ text, state, cells }, isThere) {
  if (cells !== 3) return [`has ${cells} cells instead of 3`];
  if (text === "") return ["has no text"];
  const done = DONE.exec(state);
  if (done !== null) return doneProblems(done[1], isThere);
  return OPEN.test(state) || ABSENT.test(state) ? [] : [`has no state that is known: '${state}'`];
}

export function checkRows(rows, isThere) {
  const seen = new Set();
  return rows.flatMap((row) => {
    const doubled = seen.has(row.id) ? ["stands twice"] : [];
    seen.add(row.id);
    return [...doubled, ...rowProblems(row, isThere)].map((problem) => `line ${row.number}: ${row.id} ${problem}`);
  });
}

function summary(rows) {
  const done = rows.filter(({ state }) => state.startsWith("done")).length;
  const differing = rows.filter(({ state }) => state.startsWith("differs")).length;
  const absent = rows.filter(({ state }) => state.startsWith("absent")).length;
  const open = rows.length - done - differing - absent;
  return `${rows.length} rows: ${done} done, ${differing} with a difference, ${absent} absent on purpose, ${open} open`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const rows = parseRows(readFileSync(join(ROOT, "docs/spec-map.md"), "utf8"));
  const problems = rows.length === 0 ? ["the map is empty"] : checkRows(rows, (path) => existsSync(join(ROOT, path)));
  process.stdout.write(`${[...problems, summary(rows)].join("\n")}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
