/**
 * Finds a piece of code by its address: a file, a function in it, and the piece's tokens. Layout, line breaks, comments, kinds of quotes
 * and trailing commas do not matter, and other functions of the file may contain the same tokens. The parser says where functions, comments
 * and strings are, since TypeScript 7 has no scanner to call. An address that fits nowhere or in two places is an error, which says where
 * the tokens are instead.
 */
import { parseSync } from "oxc-parser";

/**
 * `within`: the names of the functions and classes around the piece, outermost first, such as `pull`, `Fetched.#keep` or
 * `createStore.read`.
 */
export type Piece = { readonly within: string; readonly find: string };
type Range = { readonly start: number; readonly end: number };
type Token = Range & { readonly text: string };
type Scope = Range & { readonly path: string };
type Node = Range & { readonly type: string } & Readonly<Record<string, unknown>>;
type Parsed = { readonly tokens: readonly Token[]; readonly scopes: readonly Scope[] };

// Matches strings, templates, names and numbers, then operators of several characters, then any other character.
const TOKEN =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|#?[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|\?\?=|\.\.\.|=>|[=!]==?|&&|\|\||\?\?|\?\.|[<>+*/%-]=|\+\+|--|\S/gu;
const CLOSING = new Set([")", "]", "}", ">"]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression", "ClassDeclaration"]);

/** Replaces that piece, which must occur exactly once in the code. */
export function replaceCode(code: string, piece: Piece, replacement: string): string {
  const { start, end } = findCode(code, piece);
  return code.slice(0, start) + replacement + code.slice(end);
}

export function findCode(code: string, { within, find }: Piece): Range {
  const { tokens, scopes } = parse(code);
  const around = scopes.filter(({ path }) => path === within);
  if (around.length === 0) throw new Error(`There is no '${within}' here. There are: ${scopes.map(({ path }) => path).join(", ")}`);
  const everywhere = rangesOf(tokens, find);
  const found = everywhere.filter((range) => around.some((scope) => isInside(range, scope)));
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`Found ${found.length} times in '${within}'${elsewhere(everywhere, scopes)}: ${find}`);
  return only;
}

function elsewhere(ranges: readonly Range[], scopes: readonly Scope[]): string {
  const paths = new Set(ranges.map((range) => innermost(range, scopes)?.path ?? "the file itself"));
  return paths.size === 0 ? ", and nowhere else" : `, in this file in ${[...paths].join(", ")}`;
}

function innermost(range: Range, scopes: readonly Scope[]): Scope | undefined {
  return scopes.filter((scope) => isInside(range, scope)).sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

/** Every range that has the tokens of `piece`, one after the other. */
function rangesOf(tokens: readonly Token[], piece: string): readonly Range[] {
  const wanted = withoutTrailingCommas(tokensOf(piece)).map(({ text }) => text);
  if (wanted.length === 0) return [];
  return tokens.flatMap((first, at) => {
    const last = tokens[at + wanted.length - 1];
    const fits = last !== undefined && wanted.every((text, offset) => tokens[at + offset]?.text === text);
    return fits ? [{ start: first.start, end: last.end }] : [];
  });
}

function parse(code: string): Parsed {
  const { program, comments, errors } = parseSync("piece.ts", code);
  if (errors.length > 0) throw new Error(`The file does not parse: ${errors[0]?.message}`);
  const [scopes, literals]: [Scope[], Range[]] = [[], []];
  visit(program as unknown as Node, { path: "", scopes, literals });
  return { scopes, tokens: withoutTrailingCommas(tokensBeside(code, [...comments.map(toGap), ...literals])) };
}

const toGap = ({ start, end }: Range): Range & { readonly isGap: true } => ({ start, end, isGap: true });

/**
 * Each string and regular expression is one token, as the parser found it. The code between those and the comments is split into tokens
 * here.
 */
function tokensBeside(code: string, apart: readonly (Range & { readonly isGap?: true })[]): readonly Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const { start, end, isGap } of [...apart].sort((a, b) => a.start - b.start)) {
    tokens.push(...tokensOf(code.slice(from, start), from));
    if (isGap !== true) tokens.push({ text: toText(code.slice(start, end)), start, end });
    from = end;
  }
  return [...tokens, ...tokensOf(code.slice(from), from)];
}

function tokensOf(code: string, offset = 0): readonly Token[] {
  return [...code.matchAll(TOKEN)].map(({ 0: text, index }) => ({
    text: toText(text),
    start: offset + index,
    end: offset + index + text.length,
  }));
}

/** Makes a string the same text whichever quotes it has. */
function toText(token: string): string {
  return /^["']/.test(token) ? `"${token.slice(1, -1).replaceAll(/\\(["'])/g, "$1")}` : token;
}

function withoutTrailingCommas(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter(({ text }, at) => text !== "," || !CLOSING.has(tokens[at + 1]?.text ?? ""));
}

type Visit = { readonly path: string; readonly scopes: Scope[]; readonly literals: Range[] };

function visit(node: Node, { path, scopes, literals }: Visit): void {
  const name = nameOf(node, path === "");
  const inner = name === undefined ? path : path === "" ? name : `${path}.${name}`;
  if (name !== undefined) scopes.push({ path: inner, start: node.start, end: node.end });
  if (isText(node)) literals.push({ start: node.start, end: node.end });
  else for (const child of childrenOf(node)) visit(child, { path: inner, scopes, literals });
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && typeof (value as Node).type === "string" && typeof (value as Node).start === "number"
  );
}

function isText({ type, value, regex }: Node): boolean {
  return type === "TemplateLiteral" || (type === "Literal" && (typeof value === "string" || regex !== undefined));
}

/** Names the nodes that have a body of their own (functions, classes, methods) and everything that a file declares at its top level. */
function nameOf({ type, id, key, init, value }: Node, isTop: boolean): string | undefined {
  if (type === "FunctionDeclaration" || type === "ClassDeclaration") return identifierOf(id);
  if (type === "VariableDeclarator") return isTop || isFunction(init) ? identifierOf(id) : undefined;
  if (type === "MethodDefinition" || type === "PropertyDefinition") return identifierOf(key);
  return type === "Property" && isFunction(value) ? identifierOf(key) : undefined;
}

function identifierOf(node: unknown): string | undefined {
  if (!isNode(node) || typeof node.name !== "string") return undefined;
  return node.type === "PrivateIdentifier" ? `#${node.name}` : node.name;
}

function isFunction(node: unknown): boolean {
  return isNode(node) && FUNCTIONS.has(node.type);
}

function isInside(range: Range, { start, end }: Range): boolean {
  return range.start >= start && range.end <= end;
}
