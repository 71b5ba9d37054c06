/** Parses `q` into a tree by recursive descent. `not` binds tighter than `and`, and `and` tighter than `or`. drive-contract §1.5. */
import { parseTime } from "../wire/time.ts";
import type { FlagField, PropertyField, Query, TextOperator, TimeField, TimeOperator } from "./query.ts";
import { countCostly, EVERY_FILE } from "./query.ts";
import { type QueryToken, toQueryTokens } from "./query-tokens.ts";

const MAX_DEPTH = 50;
const MAX_TERMS = 400;
/** Maximum number of terms that scan the text or properties of every file. */
const MAX_COSTLY_TERMS = 20;
const TEXT_OPERATORS: readonly string[] = ["contains", "=", "!="] satisfies TextOperator[];
const TIME_OPERATORS: readonly string[] = ["<=", "<", "=", "!=", ">", ">="] satisfies TimeOperator[];
const TIME_FIELDS: readonly string[] = ["modifiedTime", "createdTime", "viewedByMeTime"] satisfies TimeField[];

/** Returns undefined if the text is not a query. Blank text matches every file. */
export function parseQuery(source: string): Query | undefined {
  const tokens = toQueryTokens(source);
  if (tokens === undefined) return undefined;
  if (tokens.length === 0) return EVERY_FILE;
  const reader = new TokenReader(tokens);
  const query = parseOr(reader, 0);
  return query !== undefined && reader.isAtEnd() && reader.terms <= MAX_TERMS && countCostly(query) <= MAX_COSTLY_TERMS ? query : undefined;
}

class TokenReader {
  terms = 0;
  private at = 0;
  private readonly tokens: readonly QueryToken[];

  constructor(tokens: readonly QueryToken[]) {
    this.tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  next(): QueryToken | undefined {
    const token = this.tokens[this.at];
    this.at += 1;
    return token;
  }

  /** Advances only if the next token is this keyword or sign. */
  accept(text: string): boolean {
    const token = this.tokens[this.at];
    const isThere = token !== undefined && token.kind !== "text" && token.text === text;
    if (isThere) this.at += 1;
    return isThere;
  }

  text(): string | undefined {
    const token = this.next();
    return token?.kind === "text" ? token.text : undefined;
  }

  oneOf(allowed: readonly string[]): string | undefined {
    const token = this.next();
    return token !== undefined && token.kind !== "text" && allowed.includes(token.text) ? token.text : undefined;
  }
}

function parseOr(reader: TokenReader, depth: number): Query | undefined {
  return parseSeries(reader, "or", () => parseSeries(reader, "and", () => parseNot(reader, depth)));
}

function parseSeries(reader: TokenReader, joint: "and" | "or", parseOne: () => Query | undefined): Query | undefined {
  const terms: Query[] = [];
  do {
    const term = parseOne();
    if (term === undefined || terms.length > MAX_TERMS) return undefined;
    terms.push(term);
  } while (reader.accept(joint));
  return terms.length === 1 ? terms[0] : { kind: joint, terms };
}

function parseNot(reader: TokenReader, depth: number): Query | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (reader.accept("not")) {
    const term = parseNot(reader, depth + 1);
    return term === undefined ? undefined : { kind: "not", term };
  }
  if (!reader.accept("(")) return parseTerm(reader);
  const inner = parseOr(reader, depth + 1);
  return reader.accept(")") ? inner : undefined;
}

function parseTerm(reader: TokenReader): Query | undefined {
  reader.terms += 1;
  const token = reader.next();
  if (token?.kind === "text") return parseMembership(reader, token.text);
  if (token?.kind !== "word") return undefined;
  const name = token.text;
  if (name === "name" || name === "mimeType") return parseText(reader, name);
  if (name === "fullText") return parseFullText(reader);
  if (name === "trashed" || name === "starred") return parseFlag(reader, name);
  if (name === "appProperties" || name === "properties") return parseProperty(reader, name);
  return TIME_FIELDS.includes(name) ? parseTimeTerm(reader, name as TimeField) : undefined;
}

function parseMembership(reader: TokenReader, value: string): Query | undefined {
  if (!reader.accept("in")) return undefined;
  const collection = reader.oneOf(["parents", "owners", "writers", "readers"]);
  if (collection === undefined) return undefined;
  return collection === "parents" ? { kind: "parent", id: value } : { kind: "member", email: value };
}

function parseText(reader: TokenReader, kind: "name" | "mimeType"): Query | undefined {
  const operator = reader.oneOf(TEXT_OPERATORS) as TextOperator | undefined;
  const value = operator === undefined ? undefined : reader.text();
  return operator === undefined || value === undefined ? undefined : { kind, operator, value };
}

function parseFullText(reader: TokenReader): Query | undefined {
  const value = reader.accept("contains") ? reader.text() : undefined;
  return value === undefined ? undefined : { kind: "fullText", value };
}

function parseFlag(reader: TokenReader, field: FlagField): Query | undefined {
  const operator = reader.oneOf(["=", "!="]);
  const value = operator === undefined ? undefined : reader.oneOf(["true", "false"]);
  return value === undefined ? undefined : { kind: "flag", field, value: (value === "true") === (operator === "=") };
}

function parseTimeTerm(reader: TokenReader, field: TimeField): Query | undefined {
  const operator = reader.oneOf(TIME_OPERATORS) as TimeOperator | undefined;
  const text = operator === undefined ? undefined : reader.text();
  const value = text === undefined ? undefined : parseTime(text);
  return operator === undefined || value === undefined ? undefined : { kind: "time", field, operator, value };
}

function parseProperty(reader: TokenReader, field: PropertyField): Query | undefined {
  if (!reader.accept("has") || !reader.accept("{")) return undefined;
  const key = readPair(reader, "key");
  if (key === undefined || !reader.accept("and")) return undefined;
  const value = readPair(reader, "value");
  return value === undefined || !reader.accept("}") ? undefined : { kind: "property", field, key, value };
}

function readPair(reader: TokenReader, name: "key" | "value"): string | undefined {
  return reader.accept(name) && reader.accept("=") ? reader.text() : undefined;
}
