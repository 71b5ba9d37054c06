/** Fields of notes as a later version may write them: unknown names with any JSON value. Decision 0022. */
import fc from "fast-check";

const name = fc.constantFrom("starred", "labels", "reminder", "reviewAt", "x9", "pinColor");
const value = fc.jsonValue({ maxDepth: 3, noUnicodeString: false }).filter((each) => !JSON.stringify(each).includes('"__proto__"'));

/** Round-tripped through JSON, which has no `-0`. */
export const unknownFields = fc
  .dictionary(name, value, { minKeys: 1, maxKeys: 3 })
  .map((fields) => JSON.parse(JSON.stringify(fields)) as Record<string, unknown>);
