/** JSON as it may arrive: valid, and no object says the same name twice. Two readers of a doubled name could each believe another value. */

export type StrictJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export function parseStrictJson(text: string): StrictJson {
  try {
    const value: unknown = JSON.parse(text);
    return hasDuplicateNames(text) ? { ok: false } : { ok: true, value };
  } catch {
    return { ok: false };
  }
}

/** Walks text that is known to be valid JSON: a string directly before a colon is a name of the innermost object. */
function hasDuplicateNames(text: string): boolean {
  const open: Set<string>[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (token.endsWith(":") && !addName(open.at(-1), token)) return true;
  }
  return false;
}

/** False when the name is there already. Names are compared as what they mean: `"\u0061"` is `"a"`. */
function addName(names: Set<string> | undefined, token: string): boolean {
  const name: string = JSON.parse(token.slice(0, -1).trimEnd());
  if (names === undefined || names.has(name)) return false;
  names.add(name);
  return true;
}
