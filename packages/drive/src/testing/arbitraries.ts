/** Random files, searches and orders for property tests. */
import fc from "fast-check";
import type { OrderKey } from "../query/order-by.ts";
import type { Query } from "../query/query.ts";
import { FOLDER_MIME } from "../wire/resources.ts";
import { toContent, toPut } from "./file-records.ts";

const anyName = fc.oneof(
  fc.constantFrom("Hello World", "hello", "B2", "b10", "é", "e\u0301", "\u{1F600}", "", "it's", 'a"b\\c', "10", "2", "%_", "ﬁ"),
  fc.string({ maxLength: 6 }).filter((text) => !text.includes("\0")),
);
const anyMime = fc.constantFrom("text/plain", "text/css", "application/json", FOLDER_MIME);
const anyTime = fc.integer({ min: 0, max: 4 });
const anyParent = fc.constantFrom("p1", "p2", "p3");
const anyKey = fc.constantFrom("k", "%", "a'b");
const anyValue = fc.constantFrom("note", "1", "it's");
const anyMap = fc.dictionary(anyKey, anyValue, { maxKeys: 2 }).map((map) => ({ ...map }));

export const anyFilePut = fc
  .record({
    name: anyName,
    mimeType: anyMime,
    description: fc.option(anyName, { nil: undefined }),
    parentId: anyParent,
    appProperties: anyMap,
    properties: anyMap,
    starred: fc.boolean(),
    trashed: fc.boolean(),
    createdTime: anyTime,
    modifiedTime: anyTime,
    modifiedByMeTime: anyTime,
    viewedByMeTime: fc.option(anyTime, { nil: undefined }),
    content: fc.option(
      anyTime.map((bytes) => toContent("b", bytes)),
      { nil: undefined },
    ),
  })
  .map((fields) => toPut("x", fields));

const textOperator = fc.constantFrom("contains", "=", "!=");
const timeOperator = fc.constantFrom("<=", "<", "=", "!=", ">", ">=");

const anyLeaf: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ kind: fc.constantFrom("name", "mimeType"), operator: textOperator, value: fc.oneof(anyName, anyMime) }),
  fc.record({ kind: fc.constant("fullText"), value: anyName }),
  fc.record({
    kind: fc.constant("time"),
    field: fc.constantFrom("modifiedTime", "createdTime", "viewedByMeTime"),
    operator: timeOperator,
    value: anyTime,
  }),
  fc.record({ kind: fc.constant("flag"), field: fc.constantFrom("trashed", "starred"), value: fc.boolean() }),
  fc.record({ kind: fc.constant("parent"), id: anyParent }),
  fc.record({ kind: fc.constant("member"), email: fc.constantFrom("ada@sandbox.example", "x@y.example") }),
  fc.record({ kind: fc.constant("property"), field: fc.constantFrom("appProperties", "properties"), key: anyKey, value: anyValue }),
) as fc.Arbitrary<Query>;

/** Trees as the parser builds them: no series with a single term, and no series directly inside one of the same kind. */
export const anyQuery: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    anyLeaf,
    fc.record({ kind: fc.constant("not" as const), term: tie("query") }),
    fc.record({ kind: fc.constantFrom("and" as const, "or" as const), terms: fc.array(tie("query"), { minLength: 2, maxLength: 3 }) }),
  ),
})).query;

export const anyOrder: fc.Arbitrary<readonly OrderKey[]> = fc.array(
  fc.record({
    field: fc.constantFrom(
      "createdTime",
      "folder",
      "modifiedByMeTime",
      "modifiedTime",
      "name",
      "name_natural",
      "quotaBytesUsed",
      "recency",
      "sharedWithMeTime",
      "starred",
      "viewedByMeTime",
    ),
    isDescending: fc.boolean(),
  }),
  { maxLength: 3 },
) as fc.Arbitrary<readonly OrderKey[]>;
