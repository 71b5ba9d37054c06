/** Parses request JSON: valid, limited in structure, and without duplicate names, which two readers could resolve differently. */
import { hasFewValues } from "@satchel/drive/server/http/json-structure.ts";

export type StrictJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export function parseStrictJson(text: string): StrictJson {
  try {
    return isStrict(text) ? { ok: true, value: JSON.parse(text) } : { ok: false };
  } catch {
    return { ok: false };
  }
}

/** The result for text that is not JSON does not matter, because the parser rejects it anyway. */
function isStrict(text: string): boolean {
  const open: Set<string>[] = [];
  return hasFewValues(text, {
    onOpen: () => void open.push(new Set()),
    onClose: () => void open.pop(),
    onName: (quoted) => addName(open.at(-1), quoted),
  });
}

/** Returns false if the name already exists. Names are compared after unescaping: `"\u0061"` equals `"a"`. */
function addName(names: Set<string> | undefined, quoted: string): boolean {
  const name: string = JSON.parse(quoted);
  if (names === undefined || names.has(name)) return false;
  names.add(name);
  return true;
}
