import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toText } from "../html/html-text.ts";
import { readStoredHtml } from "../html/read-stored-html.ts";
import { cleanPastedHtml } from "../paste/paste-clean.ts";
import { canonicalHtml } from "../testing/random-html.ts";
import { markdownToHtml } from "./markdown-html.ts";
import { writeMarkdown } from "./write-markdown.ts";

const throughMarkdown = (html: string): string => cleanPastedHtml(markdownToHtml(writeMarkdown("", readStoredHtml(html))));

describe("a note converted to Markdown and back", () => {
  it.each([
    "<h1>a</h1><h4>b</h4><h5>c</h5><h6>d</h6>",
    '<div data-satchel="callout" data-kind="tip"><p>a <strong>b</strong></p><ul><li><p>c</p></li></ul></div><p>d</p>',
    "<details><summary>a <em>b</em></summary><p>c</p><ul><li><p>d</p></li></ul></details><p>e</p>",
    "<details><summary>a</summary><details><summary>b</summary><p>c</p></details><p>d</p></details>",
    '<pre><code class="language-math">\\frac{a}{b}\n+ c_1</code></pre><p>d</p>',
    '<p>so <span data-satchel="math">a_1 &lt; \\{b\\} * c</span> holds</p>',
    '<p>a<sup data-satchel="footnote">see *p.* 7 [x] https://a.b/c_d</sup> b</p><ul><li><p>c<sup data-satchel="footnote">two</sup></p></li></ul>',
    '<p>a <span style="background-color: rgb(253, 233, 169);">b c</span> 1 == 1, x==y==z</p>',
    '<p>see <a data-note-id="n-1"></a>, $5 and 6$, [^1] and [[no]]</p>',
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p></p></li><li data-type="taskItem" data-checked="false"><ol><li><p>one</p></li></ol></li></ul>',
    "<table><tbody><tr><th><p>a</p></th></tr><tr><td><p><code>b | c</code> d | e</p></td></tr></tbody></table>",
    '<blockquote><div data-satchel="callout" data-kind="caution"><p>a</p><p>b</p></div></blockquote>',
  ])("%s", (html) => {
    expect(throughMarkdown(html)).toBe(html);
  });

  it.each([
    ['<p>a</p><p>\t<sup data-satchel="footnote">see p. 7</sup>b</p>', '<p>a</p><p><sup data-satchel="footnote">see p. 7</sup>b</p>'],
    ["<p>a</p><p>    four spaces</p>", "<p>a</p><p>four spaces</p>"],
    [
      '<p><a href="https://a.b/">c<sup data-satchel="footnote">see p. 7</sup></a>d</p>',
      '<p><a href="https://a.b/">c</a><sup data-satchel="footnote">see p. 7</sup>d</p>',
    ],
  ])("%s except for what Markdown lacks", (html, after) => {
    expect(throughMarkdown(html)).toBe(after);
  });

  it("keeps every letter and digit", () => {
    const letters = (html: string): string => toText(html).replace(/[^\p{L}\p{N}]/gu, "");
    // In Markdown an image is its description, a file its name, a link to a note its title.
    const textOnly = canonicalHtml.filter((html) => !/<img|data-file-id|data-note-id/.test(html));
    fc.assert(
      fc.property(textOnly, (html) => {
        expect(missingLetters(letters(html), letters(throughMarkdown(html)))).toBe("");
      }),
      { numRuns: 300 },
    );
  });
});

/** Returns the letters of `before` that are missing in `after`, in order. */
function missingLetters(before: string, after: string): string {
  let at = 0;
  for (const letter of after) if (letter === before[at]) at += 1;
  return before.slice(at);
}
