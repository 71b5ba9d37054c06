/**
 * Finds functions that are too long (STYLE.md). The lines of inner functions count separately, so that a factory that returns an object of
 * short functions is judged like a class. Biome's rule counts them together.
 */
import { Visitor } from "oxc-parser";
import { lineOf } from "./source-files.mjs";

export const MAX_LINES = 60;

const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path);

function functionsOf({ program, text }) {
  const found = [];
  const keep = (name, node) => {
    const { start, end } = node;
    found.push({ name, first: lineOf(text, start), last: lineOf(text, end) });
  };
  const names = new Map();
  const nameOf = (node) => node.id?.name ?? names.get(node.start) ?? "";
  const visit = (node) => keep(nameOf(node), node);
  new Visitor({
    VariableDeclarator: ({ id, init }) => init !== null && names.set(init.start, id.name ?? ""),
    MethodDefinition: ({ key, value }) => names.set(value.start, key.name ?? ""),
    Property: ({ key, value }) => names.set(value.start, key.name ?? ""),
    FunctionDeclaration: visit,
    FunctionExpression: visit,
    ArrowFunctionExpression: visit,
  }).visit(program);
  return found;
}

/** Counts lines without those strictly inside inner functions. */
function ownLines(fn, all) {
  const inner = all.filter((each) => each !== fn && each.first >= fn.first && each.last <= fn.last && each.last > each.first);
  const lines = new Set(Array.from({ length: fn.last - fn.first + 1 }, (_, at) => fn.first + at));
  for (const { first, last } of inner) for (let line = first + 1; line < last; line += 1) lines.delete(line);
  return lines.size;
}

/** Returns `{ name, line, ownLines }[]` for the functions of one file that exceed the limit. */
export function largeFunctions(file) {
  if (isTest(file.path)) return [];
  const all = functionsOf(file);
  return all.map((fn) => ({ name: fn.name, line: fn.first, ownLines: ownLines(fn, all) })).filter(({ ownLines }) => ownLines > MAX_LINES);
}
