/** Splits `q` into words, quoted values and signs, without checking their order. */
export type QueryToken =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "sign"; readonly text: string };

const SIGNS = ["<=", ">=", "!=", "<", ">", "=", "(", ")", "{", "}"];

/** Returns undefined if a quote is not closed or a character is not allowed. */
export function toQueryTokens(source: string): readonly QueryToken[] | undefined {
  const tokens: QueryToken[] = [];
  let at = 0;
  while (at < source.length) {
    const step = isSpace(source[at]) ? { length: 1 } : readToken(source, at);
    if (step === undefined) return undefined;
    if ("token" in step) tokens.push(step.token);
    at += step.length;
  }
  return tokens;
}

type Step = { readonly token: QueryToken; readonly length: number };

function readToken(source: string, at: number): Step | undefined {
  const first = source[at];
  if (first === "'" || first === '"') return readQuoted(source, at, first);
  const word = /^[A-Za-z]+/.exec(source.slice(at, at + 40))?.[0];
  if (word !== undefined) return { token: { kind: "word", text: word }, length: word.length };
  const sign = SIGNS.find((candidate) => source.startsWith(candidate, at));
  return sign === undefined ? undefined : { token: { kind: "sign", text: sign }, length: sign.length };
}

function readQuoted(source: string, start: number, quote: string): Step | undefined {
  let text = "";
  for (let at = start + 1; at < source.length; at += 1) {
    const char = source[at];
    if (char === quote) return { token: { kind: "text", text }, length: at + 1 - start };
    if (char === "\\") at += 1;
    if (at >= source.length) return undefined;
    text += source[at];
  }
  return undefined;
}

function isSpace(char: string | undefined): boolean {
  return char === " " || char === "\t" || char === "\n" || char === "\r";
}
