import { describe, expect, it } from "vitest";
import { notePages, readPlainNote } from "./note-pages.ts";
import { readAnyNote } from "./read-any-note.ts";

const WORDS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "changed", backToIndex: "All notes" };
const NOTE = { title: "Plan", folderName: "Work", lastModified: 0, path: "readable/Work/Plan.html", files: new Map<string, string>() };
const pagesOf = (content: string) => notePages({ ...NOTE, content }, readPlainNote(content) ?? readAnyNote(content), WORDS);

describe("a note's pages", () => {
  it("are the page and the same as Markdown beside it", () => {
    const [page, markdown] = pagesOf("<p>Text, <strong>bold</strong></p>");
    expect(page?.path).toBe("readable/Work/Plan.html");
    expect(page?.text).toContain("<p>Text, <strong>bold</strong></p>");
    expect(markdown).toEqual({ path: "readable/Work/Plan.md", text: "# Plan\n\nText, **bold**\n" });
  });

  it("hold nothing that was not canonical, wherever the note came from", () => {
    const content = '<p onclick="x()">a<script>x()</script></p>';
    expect(readPlainNote(content)).toBeUndefined();
    const [page] = pagesOf(content);
    expect(page?.text).toContain("<p>a</p>");
    expect(page?.text).not.toContain("x()");
  });

  it("are written of a note without text", () => {
    expect(pagesOf("").map(({ text }) => text.includes("Plan"))).toEqual([true, true]);
  });
});
