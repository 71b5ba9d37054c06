/** Reads request bodies up to a limit, also as JSON. */
import { ok, type Result } from "../../result.ts";
import { hasFewValues } from "./json-structure.ts";
import { type Refusal, refusals, refused } from "./refusal.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns undefined if the body exceeds the limit. */
export async function readUpTo(source: AsyncIterable<Uint8Array> | undefined, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? Buffer.from(chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/** An empty body counts as an empty object. */
export async function readJsonObject(
  source: AsyncIterable<Uint8Array> | undefined,
  maxBytes: number,
): Promise<Result<JsonObject, Refusal>> {
  const bytes = await readUpTo(source, maxBytes);
  return bytes === undefined ? refused(refusals.tooLarge()) : parseJsonObject(bytes);
}

export function parseJsonObject(bytes: Uint8Array): Result<JsonObject, Refusal> {
  if (bytes.length === 0) return ok({});
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!hasFewValues(text)) return refused(refusals.parseError());
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? ok(value as JsonObject) : refused(refusals.parseError());
  } catch {
    return refused(refusals.parseError());
  }
}
