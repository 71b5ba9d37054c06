/** Finds a top-level await in a script: modules that import such a script wait for it, and cyclic imports would wait for each other. */
import { parseSync, Visitor } from "oxc-parser";

/** Returns the character offset of the first top-level await, or undefined. */
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
