import { describe, expect, it } from "vitest";
import { markdownToHtml, UNREAD_ATTRIBUTE } from "./markdown-html.ts";
import { splitMarkdown } from "./split-markdown.ts";

const words = (count: number): string => Array.from({ length: count }, (_, at) => `Words of paragraph ${at} with *marks*.`).join("\n\n");

describe("long Markdown", () => {
  it("is split between whole blocks", () => {
    const code = `\`\`\`\n${words(1200)}\n\`\`\``;
    const text = `${words(1200)}\n\n${code}\n\n${words(1200)}\n\n- a\n\n  b\n\n${words(10)}`;
    const parts = splitMarkdown(text);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.join("")).toBe(text);
    expect(parts.filter((part) => (part.match(/```/g) ?? []).length === 1)).toEqual([]);
    expect(markdownToHtml(text).match(/<pre>/g)).toHaveLength(1);
  });

  it("resolves footnotes and addresses across parts", () => {
    const html = markdownToHtml(`A note[^1] and [a link][home].\n\n${words(2000)}\n\n[^1]: Below.\n\n[home]: https://example.org`);
    expect(html.slice(0, 200)).toContain('<sup data-satchel="footnote">Below.</sup>');
    expect(html.slice(0, 200)).toContain('<a href="https://example.org">a link</a>');
    expect(html.slice(-200)).not.toContain("[^1]");
  });

  it.each([
    ["underscores", "_a".repeat(20_000)],
    ["brackets", "[[".repeat(20_000)],
    ["comments that do not end", "<!--".repeat(20_000)],
    ["lists in lists", Array.from({ length: 400 }, (_, at) => `${"  ".repeat(at)}- x`).join("\n")],
  ])("keeps the words of input made to take forever: %s", (_name, text) => {
    const html = markdownToHtml(`First\n\n${text}`);
    expect(html).toContain("First");
    expect(html.length).toBeGreaterThan(text.length / 200);
  });

  it("marks text that it could only keep as lines", () => {
    expect(markdownToHtml("_a".repeat(20_000))).toContain(UNREAD_ATTRIBUTE);
  });
});
