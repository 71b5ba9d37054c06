/** Reads query parameters and returns the service's errors for bad ones. The first of a repeated name counts. drive-contract §1. */
import { ok, type Result } from "../../result.ts";
import { type FieldMask, type FieldSchema, parseFieldMask } from "../fields/field-mask.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";

export type Params = { get(name: string): string | undefined };

const QUERIES_KEPT = 200;
const KEPT_QUERY_MAX_CHARS = 300;
const paramsByQuery = new Map<string, Params>();

/** Cached, because clients send the same few queries over and over. */
export function parseParams(query: string): Params {
  const known = paramsByQuery.get(query);
  if (known !== undefined) return known;
  const params = /[%+]/.test(query) ? parseEncoded(query) : parsePlain(query);
  if (paramsByQuery.size >= QUERIES_KEPT) paramsByQuery.clear();
  if (query.length <= KEPT_QUERY_MAX_CHARS) paramsByQuery.set(query, params);
  return params;
}

function parsePlain(query: string): Params {
  const values = new Map<string, string>();
  for (const part of query.split("&")) {
    const mark = part.indexOf("=");
    const name = mark === -1 ? part : part.slice(0, mark);
    if (part !== "" && !values.has(name)) values.set(name, mark === -1 ? "" : part.slice(mark + 1));
  }
  return { get: (name) => values.get(name) };
}

function parseEncoded(query: string): Params {
  const params = new URLSearchParams(query);
  return { get: (name) => params.get(name) ?? undefined };
}

export function readFlag(params: Params, name: string, preset: boolean): Result<boolean, Refusal> {
  const value = params.get(name);
  if (value === undefined) return ok(preset);
  return value === "true" || value === "false" ? ok(value === "true") : refused(refusals.invalid(name));
}

export function readNumber(
  params: Params,
  name: string,
  { preset, max }: { readonly preset: number; readonly max: number },
): Result<number, Refusal> {
  const value = params.get(name);
  if (value === undefined) return ok(preset);
  if (!/^-?\d{1,10}$/.test(value)) return refused(refusals.invalidNumber(name, value.slice(0, 40)));
  const number = Number(value);
  if (number >= 1 && number <= max) return ok(number);
  return refused(refusals.invalidWith(name, `Invalid value '${value}'. Values must be within the range: [1, ${max}]`));
}

export function readMask(params: Params, schema: FieldSchema, preset: FieldMask): Result<FieldMask, Refusal> {
  const source = params.get("fields");
  if (source === undefined) return ok(preset);
  const mask = cachedMask(source, schema);
  return mask.ok ? mask : refused(refusals.invalidFields(mask.problem));
}

const MASKS_KEPT = 100;
const masksBySchema = new WeakMap<object, Map<string, ReturnType<typeof parseFieldMask>>>();

/** Cached, because clients send the same few masks over and over. */
function cachedMask(source: string, schema: FieldSchema): ReturnType<typeof parseFieldMask> {
  if (typeof schema === "string") return parseFieldMask(source, schema);
  const masks = masksBySchema.get(schema) ?? new Map<string, ReturnType<typeof parseFieldMask>>();
  masksBySchema.set(schema, masks);
  const mask = masks.get(source) ?? parseFieldMask(source, schema);
  if (masks.size >= MASKS_KEPT) masks.clear();
  if (source.length < 2000) masks.set(source, mask);
  return mask;
}
