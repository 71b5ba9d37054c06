/** Values that no valid record has, for tests of everything that parses records. */
import fc from "fast-check";

const DEEP = JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`) as unknown;

const HOSTILE: readonly unknown[] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e17,
  8.64e15 + 1,
  -1,
  -0,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  4_000_000_000_000,
  null,
  undefined,
  true,
  "",
  "__proto__",
  "\ud800",
  "\u0000\u0007\u001b[31m",
  "\u202eevil\u202c\u2066",
  "x".repeat(100_000),
  "<img src=x onerror=alert(1)>".repeat(50),
  `${"<ul><li>".repeat(3000)}deep`,
  [],
  {},
  [[]],
  { toString: null },
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}'),
  DEEP,
];

export const hostileValues = fc.oneof(fc.constantFrom(...HOSTILE), fc.anything());

/** The record with one to three of its fields replaced. */
export function poisoned<Fields extends object>(whole: Fields): fc.Arbitrary<Record<string, unknown>> {
  const fields = fc.subarray(Object.keys(whole), { minLength: 1, maxLength: 3 });
  return fc
    .tuple(fields, fc.array(hostileValues, { minLength: 3, maxLength: 3 }))
    .map(([names, values]) => ({ ...whole, ...Object.fromEntries(names.map((name, at) => [name, values[at]])) }));
}
