import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aFolder, aNote } from "../../../testing/entities.ts";
import { parseEntity } from "./parse-entity.ts";

describe("encryption.md 3.3 validation of envelope content", () => {
  const note = aNote({
    attachments: [{ id: "a", fileName: "a.pdf", mimeType: "application/pdf", sizeBytes: 3 }],
    attIds: ["a"],
    sealed: "inner",
    pinnedFrom: null,
    tags: ["birds"],
    after: [{ id: "n0", vv: { a: 1 } }],
  });
  const folder = aFolder();

  it("returns whole records unchanged, with fields of later versions", () => {
    const later = { ...note, colour: "blue" };
    expect(parseEntity("note", note.id, later)).toBe(later);
    expect(parseEntity("folder", folder.id, folder)).toBe(folder);
    expect(parseEntity("note", note.id, JSON.parse(JSON.stringify(note)))).toEqual(note);
  });

  it("rejects another kind or id", () => {
    expect(parseEntity("folder", note.id, note)).toBeUndefined();
    expect(parseEntity("note", "other", note)).toBeUndefined();
    expect(parseEntity("note", folder.id, folder)).toBeUndefined();
  });

  it("checks every field of a note and of a folder", () => {
    const optional = ["sealed", "pinnedFrom", "tags", "after"];
    for (const entity of [note, folder]) {
      for (const field of Object.keys(entity)) {
        if (field === "colour") continue;
        const wrong = { ...entity, [field]: field === "folderId" || field === "mergedInto" ? 5 : Symbol("wrong") };
        expect(parseEntity(entity.kind, entity.id, wrong), field).toBeUndefined();
        const { [field as keyof typeof entity]: _, ...lacking } = entity;
        if (!optional.includes(field)) expect(parseEntity(entity.kind, entity.id, lacking), field).toBeUndefined();
      }
    }
  });

  it.each([
    { vv: { "a b": 1 } },
    { vv: { a: -1 } },
    { vv: { a: 1.5 } },
    { vv: { a: "1" } },
    { alive: [] },
    { mtime: Number.NaN },
    { mtime: -1 },
    { createdAt: Number.POSITIVE_INFINITY },
    { attIds: [5] },
    { attachments: [{ id: "a" }] },
    { after: [{ id: "a" }] },
    { tags: "birds" },
    { isTemplate: "yes" },
    { tags: ["x".repeat(10_001)] },
    { title: null },
    { vv: JSON.parse('{"__proto__": 1}') },
    { alive: { constructor: 1 } },
    { vv: { a: Number.MAX_SAFE_INTEGER } },
    { mtime: 1e17 },
    { createdAt: 8.64e15 + 1 },
    { title: "x".repeat(10_001) },
    { attachments: [{ id: "a", fileName: "a", mimeType: "a", sizeBytes: 1.5 }] },
  ])("rejects %j", (change) => {
    expect(parseEntity("note", note.id, { ...note, ...change })).toBeUndefined();
  });

  it.each([
    ["a name that every object has", '{"constructor": 1}'],
    ["a prototype", '{"__proto__": {"title": "shadow"}}'],
    ["a prototype further in", '{"later": {"__proto__": {}}}'],
    ["no name of ours", '{"not a name": 1}'],
    ["too many", JSON.stringify(Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`field${at}`, at])))],
    ["too much", JSON.stringify({ later: "x".repeat(262_144) })],
  ])("rejects a note with unsound unknown fields: %s", (_name, fields) => {
    expect(parseEntity("note", note.id, JSON.parse(`${JSON.stringify(note).slice(0, -1)},${fields.slice(1)}`))).toBeUndefined();
  });

  it("rejects nesting deeper than the limit", () => {
    const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
    expect(parseEntity("note", note.id, { ...note, later: deep }) === undefined).toBe(true);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom("note" as const, "folder" as const),
        (value, kind) => parseEntity(kind, "x", value) === undefined,
      ),
    );
  });
});
