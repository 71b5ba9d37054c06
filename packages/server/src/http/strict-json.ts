/** Request JSON: valid, bounded in structure, and without duplicate names, which two readers could resolve differently. */
import { hasFewValues } from "@satchel/drive/server/http/json-structure.ts";

export type StrictJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export function parseStrictJson(text: string): StrictJson {
  try {
    return isStrict(text) ? { ok: true, value: JSON.parse(text) } : { ok: false };
  } catch {
    return { ok: false };
  }
}

/** What it says of text that is not JSON does not matter: that is refused all the same. */
function isStrict(text: string): boolean {
  const open: Set<string>[] = [];
  return hasFewValues(text, {
    onOpen: () => void open.push(new Set()),
    onClose: () => void open.pop(),
    onName: (quoted) => addName(open.at(-1), quoted),
  });
}

/** False when the name is there already. Names are compared as what they mean: `"\u0061"` is `"a"`. */
function addName(names: Set<string> | undefined, quoted: string): boolean {
  const name: string = JSON.parse(quoted);
  if (names === undefined || names.has(name)) return false;
  names.add(name);
  return true;
}
