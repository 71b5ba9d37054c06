import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type FieldMask, type FieldSchema, parseFieldMask, pickFields } from "./field-mask.ts";
import { FILE_LIST_SCHEMA, FILE_SCHEMA } from "./schemas.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const FILE = {
  id: "1",
  name: "n",
  size: "3",
  owners: [{ displayName: "Ada", emailAddress: "a@b.example" }],
  appProperties: { a: "1", b: "2" },
};

function pick(fields: string, value: unknown = FILE, schema: FieldSchema = FILE_SCHEMA): unknown {
  const mask = parseFieldMask(fields, schema);
  if (!mask.ok) throw new Error(mask.problem);
  return pickFields(value, mask.value);
}

describe("drive contract §1.1 field masks", () => {
  it.each<[string, unknown]>([
    ["id,name", { id: "1", name: "n" }],
    [" id , name ", { id: "1", name: "n" }],
    ["*", FILE],
    ["", {}],
    ["owners/displayName", { owners: [{ displayName: "Ada" }] }],
    ["owners(displayName)", { owners: [{ displayName: "Ada" }] }],
    ["owners(displayName),owners/emailAddress", { owners: FILE.owners }],
    ["owners,owners/displayName", { owners: FILE.owners }],
    ["owners/*", { owners: FILE.owners }],
    ["appProperties/a", { appProperties: { a: "1" } }],
    ["appProperties(a,zzz)", { appProperties: { a: "1" } }],
    ["webViewLink,id", { id: "1" }],
    ["description", {}],
  ])("'%s' picks %j", (fields, expected) => {
    expect(pick(fields)).toEqual(expected);
  });

  it("selects fields inside lists", () => {
    const list = { nextPageToken: "t", incompleteSearch: false, files: [FILE, { id: "2" }] };

    expect(pick("nextPageToken,files(id,size)", list, FILE_LIST_SCHEMA)).toEqual({
      nextPageToken: "t",
      files: [{ id: "1", size: "3" }, { id: "2" }],
    });
    expect(pick("files/owners/displayName", list, FILE_LIST_SCHEMA)).toEqual({ files: [{ owners: [{ displayName: "Ada" }] }, {}] });
  });

  it.each([
    ["etag", "etag"],
    ["id,nonsense", "nonsense"],
    ["owners(nonsense)", "nonsense"],
    ["nextPageToken,files(id)", "nextPageToken"],
    ["id/x", "x"],
    ["constructor", "constructor"],
    ["__proto__", "__proto__"],
  ])("rejects '%s' and names '%s'", (fields, name) => {
    expect(parseFieldMask(fields, FILE_SCHEMA)).toEqual({ ok: false, problem: name });
  });

  it.each([
    "id,",
    ",id",
    "id,,name",
    "id name",
    "owners(",
    "owners()",
    "owners(displayName",
    "id)",
    "owners//displayName",
    "/id",
    "(id)",
    "id;name",
  ])("refuses the unexpected character in '%s'", (fields) => {
    expect(parseFieldMask(fields, FILE_SCHEMA).ok).toBe(false);
  });

  it("rejects excessive depth", () => {
    expect(parseFieldMask("appProperties/".repeat(10_000), { appProperties: "open" }).ok).toBe(false);
    expect(parseFieldMask("files(".repeat(10_000), FILE_LIST_SCHEMA).ok).toBe(false);
  });

  it("never throws, and selects existing fields only", () => {
    const pieces = fc.constantFrom("id", "owners", "displayName", "appProperties", "a", "*", ",", "(", ")", "/", " ", "__proto__", "x");
    const anySource = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 15 }).map((parts) => parts.join("")),
    );

    fc.assert(
      fc.property(anySource, (source) => {
        const mask = parseFieldMask(source, FILE_SCHEMA);
        if (mask.ok) expect(FILE).toMatchObject(pickFields(FILE, mask.value) as object);
      }),
      { numRuns: 3000 },
    );
  });

  it("agrees with a simple model of paths", () => {
    const anyPath = fc.constantFrom(
      "id",
      "name",
      "size",
      "owners",
      "owners/displayName",
      "owners/emailAddress",
      "appProperties",
      "appProperties/a",
    );

    fc.assert(
      fc.property(fc.array(anyPath, { minLength: 1, maxLength: 5 }), (paths) => {
        expect(pick(paths.join(","))).toEqual(modelPick(paths));
        expect(pick(toGroups(paths))).toEqual(modelPick(paths));
      }),
    );
  });
});

function toGroups(paths: readonly string[]): string {
  return paths.map((path) => path.replace(/\/(.*)$/, "($1)")).join(",");
}

function modelPick(paths: readonly string[]): unknown {
  const wants = (path: string) => paths.includes(path) || paths.includes(path.split("/")[0] ?? "");
  const owner = {
    ...(wants("owners/displayName") && { displayName: "Ada" }),
    ...(wants("owners/emailAddress") && { emailAddress: "a@b.example" }),
  };
  const properties = { ...(wants("appProperties/a") && { a: "1" }), ...(wants("appProperties/b") && { b: "2" }) };
  return {
    ...(wants("id") && { id: "1" }),
    ...(wants("name") && { name: "n" }),
    ...(wants("size") && { size: "3" }),
    ...(Object.keys(owner).length > 0 && { owners: [owner] }),
    ...(Object.keys(properties).length > 0 && { appProperties: properties }),
  };
}

describe("masks as values", () => {
  it("merge to everything if one of them selects everything", () => {
    const mask = parseFieldMask("owners/displayName,*", FILE_SCHEMA);

    expect(mask).toEqual({ ok: true, value: true satisfies FieldMask });
  });
});
