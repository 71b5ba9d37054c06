/**
 * Finds files that are too small: under 30 lines, with only a small function or two that belong beside their caller. A type, a constant, a
 * component, a test and a program's entry may be small; the syntax shows which of these a file is.
 */

export const MIN_LINES = 30;

const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path);
const isComponentName = (name) => /^\p{Lu}\p{L}*\p{Ll}/u.test(name);
const countLines = (text) => text.replace(/\n$/, "").split("\n").length;

/** True if a value contains a function with statements. Tables of sentences and of lazy modules contain only expressions. */
function holdsCode(node) {
  if (node === null || typeof node !== "object") return false;
  if (Array.isArray(node)) return node.some(holdsCode);
  if (node.type === "FunctionExpression" || node.type === "ClassBody") return true;
  if (node.type === "ArrowFunctionExpression" && node.body.type === "BlockStatement") return true;
  return Object.values(node).some(holdsCode);
}

const isValue = ({ id, init }) => isComponentName(id.name ?? "") || (init?.type !== "ArrowFunctionExpression" && !holdsCode(init ?? null));

function kindOf(node) {
  switch (node.type) {
    case "ImportDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
    case "TSModuleDeclaration":
      return "type";
    case "ExportNamedDeclaration":
      if (node.declaration) return kindOf(node.declaration);
      return node.exportKind === "type" || node.source === null ? "type" : "code";
    case "ExportAllDeclaration":
      return node.exportKind === "type" ? "type" : "code";
    case "VariableDeclaration":
      return node.declarations.every(isValue) ? "constant" : "code";
    case "ClassDeclaration":
      return node.superClass?.name === "Component" ? "component" : "code";
    case "FunctionDeclaration":
      return isComponentName(node.id?.name ?? "") ? "component" : "code";
    default:
      return "code";
  }
}

const isExport = (node) => node.type.startsWith("Export");

/** True if this file is too small. */
export function isTooSmall({ path, text, program }) {
  if (isTest(path) || countLines(text) >= MIN_LINES) return false;
  const kinds = program.body.map(kindOf);
  // A file without exports is a program, which is started by its path.
  if (!program.body.some(isExport)) return false;
  return kinds.includes("code") && !kinds.includes("component");
}
