import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { FileRecord } from "../records/file-record.ts";
import { anyFilePut, anyQuery } from "../testing/arbitraries.ts";
import { matches } from "./match-query.ts";
import { parseQuery } from "./parse-query.ts";
import type { Query } from "./query.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

describe("drive contract §1.5 q", () => {
  it.each<[string, Query]>([
    ["name = 'x'", { kind: "name", operator: "=", value: "x" }],
    ["name='x'", { kind: "name", operator: "=", value: "x" }],
    ["name contains 'it\\'s \\\\ here'", { kind: "name", operator: "contains", value: "it's \\ here" }],
    ['"root" in parents', { kind: "parent", id: "root" }],
    ["trashed != false", { kind: "flag", field: "trashed", value: true }],
    ["'a@b.example' in writers", { kind: "member", email: "a@b.example" }],
    ["modifiedTime > '2026-07-18T09:30:00'", { kind: "time", field: "modifiedTime", operator: ">", value: Date.UTC(2026, 6, 18, 9, 30) }],
    [
      "createdTime <= '2026-07-18T09:30:00.5+02:00'",
      { kind: "time", field: "createdTime", operator: "<=", value: Date.UTC(2026, 6, 18, 7, 30, 0, 500) },
    ],
    ["appProperties has { key='k' and value='v' }", { kind: "property", field: "appProperties", key: "k", value: "v" }],
    ["properties has{key='k' and value='v'}", { kind: "property", field: "properties", key: "k", value: "v" }],
  ])("reads %s", (source, expected) => {
    expect(parseQuery(source)).toEqual(expected);
  });

  it("gives not precedence over and, and and precedence over or", () => {
    const a: Query = { kind: "parent", id: "a" };
    const [b, c] = [
      { kind: "parent", id: "b" },
      { kind: "parent", id: "c" },
    ] as const;

    expect(parseQuery("not 'a' in parents and 'b' in parents or 'c' in parents")).toEqual({
      kind: "or",
      terms: [{ kind: "and", terms: [{ kind: "not", term: a }, b] }, c],
    });
    expect(parseQuery("not ('a' in parents and ('b' in parents or 'c' in parents))")).toEqual({
      kind: "not",
      term: { kind: "and", terms: [a, { kind: "or", terms: [b, c] }] },
    });
  });

  it.each([
    "name",
    "name =",
    "name = x",
    "name = 'x",
    "name = 'x\\",
    "name < 'x'",
    "nonsense = 'x'",
    "name = 'x' name = 'y'",
    "name = 'x' and",
    "and name = 'x'",
    "(name = 'x'",
    "name = 'x')",
    "()",
    "not",
    "trashed",
    "trashed = 'true'",
    "trashed = yes",
    "modifiedTime > 2026-07-18T09:30:00",
    "modifiedTime > 'yesterday'",
    "modifiedTime > '2026-02-30T00:00:00'",
    "modifiedTime contains '2026'",
    "fullText = 'x'",
    "'x' in children",
    "parents in 'x'",
    "appProperties has { key='k' }",
    "appProperties has { value='v' and key='k' }",
    "appProperties = 'k'",
    "constructor = 'x'",
    "name = 'x' & name = 'y'",
    "name = 'x';",
    "(".repeat(5000),
    `${"not ".repeat(5000)}trashed = true`,
    Array.from({ length: 500 }, () => "trashed = true").join(" or "),
  ])("refuses %s", (source) => {
    expect(parseQuery(source)).toBeUndefined();
  });

  it("accepts a group of fifty parents, as clients send it", () => {
    const source = Array.from({ length: 50 }, (_, index) => `'folder-${index}' in parents`).join(" or ");

    expect(parseQuery(`(${source}) and trashed=false`)).toMatchObject({ kind: "and" });
  });

  it("never throws on any input", () => {
    const pieces = fc.constantFrom(
      ..."name trashed parents in and or not ( ) { } = != < 'x' \"y\" \\ ' true has key value appProperties contains".split(" "),
    );
    const anySource = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(" ")),
    );

    fc.assert(
      fc.property(anySource, (source) => {
        parseQuery(source);
      }),
      { numRuns: 3000 },
    );
  });

  it("parses every way of writing a query to the same meaning", () => {
    fc.assert(
      fc.property(anyQuery, fc.array(anyFilePut, { minLength: 1, maxLength: 6 }), fc.boolean(), (query, puts, isTight) => {
        const parsed = parseQuery(write(query, isTight));
        if (parsed === undefined) throw new Error(`not read: ${write(query, isTight)}`);

        for (const put of puts) {
          const file = { ...put, madeSeq: 1, changeSeq: 1 };
          expect(matches(parsed, file)).toBe(model(query, file));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

/** Writes the query as fully parenthesized text. */
function write(query: Query, isTight: boolean): string {
  const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const gap = isTight ? "" : "  ";
  switch (query.kind) {
    case "and":
    case "or":
      return query.terms.map((term) => `(${write(term, isTight)})`).join(` ${query.kind} `);
    case "not":
      return `not(${write(query.term, isTight)})`;
    case "name":
    case "mimeType":
      return `${query.kind} ${query.operator} ${quote(query.value)}`;
    case "fullText":
      return `fullText contains ${quote(query.value)}`;
    case "time":
      return `${query.field}${gap}${query.operator}${gap}'${new Date(query.value).toISOString()}'`;
    case "flag":
      return `${query.field}${gap}=${gap}${query.value}`;
    case "parent":
      return `${quote(query.id)} in parents`;
    case "member":
      return `${quote(query.email)} in owners`;
    case "property":
      return `${query.field} has {${gap}key=${quote(query.key)} and value=${quote(query.value)}${gap}}`;
  }
}

/** A second, simpler evaluation of a query, to compare with. */
function model(query: Query, file: FileRecord): boolean {
  switch (query.kind) {
    case "and":
      return !query.terms.map((term) => model(term, file)).includes(false);
    case "or":
      return query.terms.map((term) => model(term, file)).includes(true);
    case "not":
      return model(query.term, file) === false;
    case "name":
      return { "=": file.name === query.value, "!=": file.name !== query.value, contains: startsWord(file.name, query.value) }[
        query.operator
      ];
    case "mimeType":
      return {
        "=": file.mimeType === query.value,
        "!=": file.mimeType !== query.value,
        contains: file.mimeType.split(query.value).length > 1,
      }[query.operator];
    case "fullText":
      return startsWord(`${file.name} ${file.description ?? ""}`, query.value);
    case "time": {
      const sign = Math.sign((file[query.field] ?? 0) - query.value);
      return { "<=": [-1, 0], "<": [-1], "=": [0], "!=": [-1, 1], ">": [1], ">=": [0, 1] }[query.operator].includes(sign);
    }
    case "flag":
      return String(file[query.field]) === String(query.value);
    case "parent":
      return file.parentId === query.id;
    case "property":
      return Object.entries(file[query.field]).some(([key, value]) => key === query.key && value === query.value);
    case "member":
      return false;
  }
}

function startsWord(text: string, search: string): boolean {
  const plain = (whole: string) => whole.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const quoted = plain(search).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${quoted}`, "u").test(plain(text));
}
