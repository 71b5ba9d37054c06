/** Whether a script waits before all of it has run: whatever imports it, or is imported by it later, would wait too, and for each other. */
import { parseSync, Visitor } from "oxc-parser";

/** Where the first such word is, counted in characters; undefined where there is none. */
export function findTopLevelAwait(source) {
  const { program } = parseSync("script.js", source);
  const functions = [];
  const waits = [];
  const keepFunction = ({ start, end }) => functions.push({ start, end });
  new Visitor({
    FunctionDeclaration: keepFunction,
    FunctionExpression: keepFunction,
    ArrowFunctionExpression: keepFunction,
    AwaitExpression: ({ start }) => waits.push(start),
    ForOfStatement: (node) => node.await && waits.push(node.start),
  }).visit(program);
  return waits.find((at) => !functions.some(({ start, end }) => start <= at && at < end));
}
