/**
 * Finds a piece of code in a file by its tokens: layout, comments and trailing commas are of no account, so that a mutant still fits after the
 * formatter broke its line elsewhere.
 */
type Token = { readonly text: string; readonly start: number; readonly end: number };

// Comments, strings, templates, names and numbers, operators of several characters, anything else.
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|#?[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|\?\?=|\.\.\.|=>|[=!]==?|&&|\|\||\?\?|\?\.|[<>+*/%-]=|\+\+|--|\S/gu;
const isComment = ({ text }: Token): boolean => text.startsWith("//") || text.startsWith("/*");
const CLOSING = new Set([")", "]", "}", ">"]);

function tokensOf(code: string): readonly Token[] {
  const all = [...code.matchAll(TOKEN)].map(({ 0: text, index }) => ({ text, start: index, end: index + text.length }));
  const significant = all.filter((token) => !isComment(token));
  return significant.filter(({ text }, at) => text !== "," || !CLOSING.has(significant[at + 1]?.text ?? ""));
}

/** Every range of `code` that has the tokens of `piece`, one after the other. */
export function findCode(code: string, piece: string): readonly { readonly start: number; readonly end: number }[] {
  const [tokens, wanted] = [tokensOf(code), tokensOf(piece).map(({ text }) => text)];
  if (wanted.length === 0) return [];
  return tokens.flatMap((first, at) => {
    const last = tokens[at + wanted.length - 1];
    const fits = last !== undefined && wanted.every((text, offset) => tokens[at + offset]?.text === text);
    return fits ? [{ start: first.start, end: last.end }] : [];
  });
}

/** The code with that piece, which must be there once, replaced. */
export function replaceCode(code: string, piece: string, replacement: string): string {
  const found = findCode(code, piece);
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`found ${found.length} times: ${piece}`);
  return code.slice(0, only.start) + replacement + code.slice(only.end);
}
