import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { emptyParagraph } from "../../../document/html/stored-doc.ts";
import { readFrontMatter } from "../../import/document/front-matter.ts";
import { writeVaultNote } from "./vault-note.ts";

const PATHS = { noteName: () => undefined, fileName: () => "" };

function frontMatterOf(properties: readonly (readonly [string, string])[], tags: readonly string[] = []): string {
  const doc = { type: "doc", content: [emptyParagraph()] } as const;
  const none = { key: "k", title: "t", folder: [], createdMs: undefined, modifiedMs: undefined, files: [] };
  const note = { ...none, isPinned: false, isArchived: false, isTrashed: false, doc, properties, tags };
  return writeVaultNote(note, PATHS, true).split("---")[1] ?? "";
}

describe("front matter of a vault", () => {
  it("writes numbers, check marks, days and addresses as such, everything else as text", () => {
    const written = frontMatterOf([
      ["rating", "5"],
      ["price", "67.30"],
      ["done", "true"],
      ["day", "2024-02-29"],
      ["no day", "2024-02-30"],
      ["link", "https://example.org/a#b"],
      ["nothing", ""],
      ["text", "a: b"],
    ]);
    expect(written).toContain(
      'rating: 5\nprice: "67.30"\ndone: true\nday: 2024-02-29\nno day: "2024-02-30"\nlink: https://example.org/a#b',
    );
    expect(parse(written)).toMatchObject({ rating: 5, price: "67.30", done: true, "no day": "2024-02-30", nothing: null, text: "a: b" });
  });

  it("replaces spaces in tags, which Obsidian rejects, and then adds the exact tags", () => {
    expect(parse(frontMatterOf([], ["home", "a/b"]))).toEqual({ tags: ["home", "a/b"] });
    expect(parse(frontMatterOf([], ["home office", "a/b"]))).toEqual({
      tags: ["home-office", "a/b"],
      "satchel-tags": ["home office", "a/b"],
    });
  });

  it("reads the exact tags back unless the tags were changed since", () => {
    const front = `---\n${frontMatterOf([], ["home office", "a/b"])}\n---\ntext`;
    expect(readFrontMatter(front).exactTags).toEqual(["home office", "a/b"]);
    const changed = readFrontMatter(front.replace("- a/b", "- c"));
    expect(changed).toMatchObject({ tags: ["home-office", "c"], others: [] });
    expect(changed.exactTags).toBeUndefined();
  });
});
