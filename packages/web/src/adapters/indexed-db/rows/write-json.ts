/** Writes any stored value as JSON: deep and cyclic ones, bytes as Base64, special numbers by name. `JSON.stringify` would throw. */
import { toBytes } from "@satchel/core/library/index/stored-rows.ts";

type Frame = { readonly value: object; readonly entries: readonly (readonly [string | undefined, unknown])[]; at: number };

export function writeJson(whole: unknown): string {
  const parts: string[] = [];
  const frames: Frame[] = [];
  const within = new Set<unknown>();

  const begin = (value: unknown): void => {
    if (typeof value !== "object" || value === null || toBytes(value) !== undefined || within.has(value)) {
      parts.push(writePlain(value));
      return;
    }
    const isList = Array.isArray(value);
    within.add(value);
    parts.push(isList ? "[" : "{");
    frames.push({
      value,
      entries: isList
        ? value.map((item: unknown) => [undefined, item] as const)
        : Object.entries(value).filter(([, field]) => field !== undefined),
      at: 0,
    });
  };

  begin(whole);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const entry = frame.entries[frame.at];
    if (entry === undefined) {
      frames.pop();
      within.delete(frame.value);
      parts.push(Array.isArray(frame.value) ? "]" : "}");
      continue;
    }
    const [name, value] = entry;
    if (frame.at > 0) parts.push(",");
    if (name !== undefined) parts.push(JSON.stringify(name), ":");
    frame.at += 1;
    begin(value);
  }
  return parts.join("");
}

function writePlain(value: unknown): string {
  const bytes = toBytes(value);
  if (bytes !== undefined) return JSON.stringify({ base64: toBase64(bytes) });
  if (typeof value === "object" && value !== null) return '"[contains itself]"';
  const isSpelt = typeof value === "string" || typeof value === "boolean" || value === null || Number.isFinite(value);
  return JSON.stringify(isSpelt ? value : String(value));
}

const CHUNK = 32_768;

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join(""));
}
