/** Parses `fields` into a tree checked against a schema, and selects those fields. drive-contract §1.1. */

/** `true` selects everything below. */
export type FieldMask = true | ReadonlyMap<string, FieldMask>;

/** `leaf` is a value, `open` a map with any keys; an object lists the names below. */
export type FieldSchema = "leaf" | "open" | { readonly [name: string]: FieldSchema };

export type MaskResult = { readonly ok: true; readonly value: FieldMask } | { readonly ok: false; readonly problem: string };

const MAX_DEPTH = 12;
const NAME = /[A-Za-z0-9_.$-]+|\*/y;

/** On failure, `problem` is the name or the piece of text that cannot be selected. */
export function parseFieldMask(source: string, schema: FieldSchema): MaskResult {
  if (source.trim() === "") return { ok: true, value: new Map() };
  const reader: Reader = { source, at: 0 };
  const mask = parseList(reader, schema, 0);
  if (!mask.ok) return mask;
  return reader.at < source.length ? unexpected(reader) : mask;
}

type Reader = { readonly source: string; at: number };

function parseList(reader: Reader, schema: FieldSchema, depth: number): MaskResult {
  let whole: FieldMask = new Map();
  do {
    const item = parseItem(reader, schema, depth);
    if (!item.ok) return item;
    whole = mergeMasks(whole, item.value);
  } while (accept(reader, ","));
  return { ok: true, value: whole };
}

function parseItem(reader: Reader, schema: FieldSchema, depth: number): MaskResult {
  const name = readName(reader);
  if (name === undefined || depth > MAX_DEPTH) return unexpected(reader);
  if (name === "*") return { ok: true, value: true };
  const below = schemaBelow(schema, name);
  if (below === undefined) return { ok: false, problem: name };
  const inner = parseBelow(reader, below, depth + 1);
  return inner.ok ? { ok: true, value: new Map([[name, inner.value]]) } : inner;
}

function parseBelow(reader: Reader, schema: FieldSchema, depth: number): MaskResult {
  if (accept(reader, "/")) return parseItem(reader, schema, depth);
  if (!accept(reader, "(")) return { ok: true, value: true };
  const inner = parseList(reader, schema, depth);
  if (!inner.ok) return inner;
  return accept(reader, ")") ? inner : unexpected(reader);
}

function schemaBelow(schema: FieldSchema, name: string): FieldSchema | undefined {
  if (schema === "open") return "leaf";
  return schema !== "leaf" && Object.hasOwn(schema, name) ? schema[name] : undefined;
}

function mergeMasks(left: FieldMask, right: FieldMask): FieldMask {
  if (left === true || right === true) return true;
  const merged = new Map(left);
  for (const [name, mask] of right) {
    const known = merged.get(name);
    merged.set(name, known === undefined ? mask : mergeMasks(known, mask));
  }
  return merged;
}

function readName(reader: Reader): string | undefined {
  skipSpace(reader);
  NAME.lastIndex = reader.at;
  const name = NAME.exec(reader.source)?.[0];
  reader.at += name?.length ?? 0;
  skipSpace(reader);
  return name;
}

function accept(reader: Reader, sign: string): boolean {
  const isThere = reader.source[reader.at] === sign;
  if (isThere) reader.at += 1;
  if (isThere) skipSpace(reader);
  return isThere;
}

function skipSpace(reader: Reader): void {
  while (reader.source[reader.at] === " ") reader.at += 1;
}

function unexpected(reader: Reader): MaskResult {
  return { ok: false, problem: reader.source.slice(reader.at, reader.at + 40) || reader.source.slice(-40) };
}

/** Absent values stay absent, and lists are filtered item by item. A mask below a plain value selects nothing. */
export function pickFields(value: unknown, mask: FieldMask): unknown {
  if (mask === true) return value;
  if (Array.isArray(value)) return value.map((item) => pickFields(item, mask));
  if (typeof value !== "object" || value === null) return value;
  const picked: Record<string, unknown> = {};
  for (const [name, below] of mask) {
    const inner = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
    if (inner !== undefined) picked[name] = pickFields(inner, below);
  }
  return picked;
}

/** Returns the mask of one branch, or undefined if it selects nothing there. */
export function maskBelow(mask: FieldMask, name: string): FieldMask | undefined {
  return mask === true ? true : mask.get(name);
}
