import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCanonicalHtml } from "../html/canonical-html.ts";
import { toText } from "../html/html-text.ts";
import { canonicalHtml, wildHtml } from "../testing/random-html.ts";
import { cleanPastedHtml } from "./paste-clean.ts";

/** Allows for many cases on a busy machine. */
const SLOW_TEST = { timeout: 60_000 };

const FIXTURES = new URL("../../../../../fixtures/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FIXTURES), "utf8");

/** Expected files have one line per block; line ends inside code stay. */
const joinLines = (text: string): string => text.trimEnd().replace(/\n(?=<)/g, "");

describe("decision 0029 paste", () => {
  const names = readdirSync(FIXTURES).filter((name) => name.startsWith("clipboard-"));

  it.each(names)("converts %s to the hand-written result", (name) => {
    expect(cleanPastedHtml(read(name))).toBe(joinLines(read(`expected/${name}`)));
  });

  it.each(names)("converts %s to canonical HTML", (name) => {
    const clean = cleanPastedHtml(read(name));
    expect(toCanonicalHtml(clean)).toBe(clean);
  });

  const cases: readonly (readonly [rule: string, html: string, clean: string])[] = [
    ["white space is what HTML shows", "<p>\n  a\n  <b> b </b> c\n</p>\n\n<p>d</p>", "<p>a <strong>b </strong>c</p><p>d</p>"],
    ["two breaks part paragraphs, one stays", "a<br>b<br><br>c<br>", "<p>a<br>b</p><p>c</p>"],
    ["spaces that count are kept", '<span style="white-space:pre-wrap">a  b\n\tc</span>', "<p>a  b<br>\tc</p>"],
    ["black, white and grey belong to the theme", '<span style="color:#222;background:white">a</span>', "<p>a</p>"],
    ["colours become the palette's", '<span style="color:#0000cc">a</span>', '<p><span style="color: rgb(29, 92, 191);">a</span></p>'],
    [
      "a weight takes back what the tag said",
      '<b style="font-weight:normal">a<span style="font-weight:600">b</span></b>',
      "<p>a<strong>b</strong></p>",
    ],
    [
      "headings and links look as the theme says",
      '<h2><b>a</b></h2><a href="https://a.b"><u style="color:blue">l</u></a>',
      '<h2>a</h2><p><a href="https://a.b">l</a></p>',
    ],
    ["one blank line at a time", "<div>a</div><div><br></div><div><br></div><div>b</div><div><br></div>", "<p>a</p><p></p><p>b</p>"],
    ["frames of nothing are nothing", "<div> </div><div>\n</div><div></div>a", "<p>a</p>"],
    ["alignment of a frame reaches its paragraphs", '<div align="center"><p>a</p></div>', '<p style="text-align: center;">a</p>'],
    [
      "pictures elsewhere are not loaded",
      '<img src="//a.b/c.png" alt="d" width="80">',
      '<p><img data-remote-src="https://a.b/c.png" alt="d" width="80"></p>',
    ],
    [
      "points and tasks in one list are two lists",
      "<ul><li>a</li><li>[x] b</li><li>[ ] c</li></ul>",
      '<ul><li><p>a</p></li></ul><ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>b</p></li>' +
        '<li data-type="taskItem" data-checked="false"><p>c</p></li></ul>',
    ],
    [
      "details of a page become a toggle",
      "<details open><summary> <b>More</b>\n</summary> a <ul><li>b</ul></details>",
      "<details><summary><strong>More</strong></summary><p>a</p><ul><li><p>b</p></li></ul></details>",
    ],
    [
      "what was copied out of a note that is read stays what it is",
      '<div data-satchel="callout" data-kind="tip" class="x"><p>a<sup data-satchel="footnote">b</sup> <a data-note-id="n1">Title</a></p></div>',
      '<div data-satchel="callout" data-kind="tip"><p>a<sup data-satchel="footnote">b</sup> <a data-note-id="n1"></a></p></div>',
    ],
    ["links to notes in Markdown are links to notes", '<a href="satchel:note/n1">Title</a>', '<p><a data-note-id="n1"></a></p>'],
    [
      "formulas keep their TeX",
      '<p>so <span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math><span aria-hidden="true">x2</span></span></p>' +
        '<math display="block"><semantics><mi>y</mi><annotation encoding="application/x-tex">y\n+1</annotation></semantics></math>',
      '<p>so <span data-satchel="math">x^2</span></p><pre><code class="language-math">y\n+1</code></pre>',
    ],
    ["tracking pixels go", '<p>a<img src="https://t.example/p.gif" width="1" height="1"></p>', "<p>a</p>"],
    [
      "boxes of web pages become a checklist",
      '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>',
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li><li data-type="taskItem" data-checked="false"><p>b</p></li></ul>',
    ],
    [
      "tables that lay out a page give their text free",
      "<table><tr><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>",
      "<p>a</p><p>b</p>",
    ],
    ["buttons go, fields leave what they hold", "<p>a<button>Copy</button><select><option>x<option selected>y</select></p>", "<p>a y</p>"],
    [
      "code keeps its language",
      '<div class="highlight"><pre lang="rust"><span>fn</span> a() {}\n</pre></div>',
      '<pre><code class="language-rust">fn a() {}</code></pre>',
    ],
    [
      "keeps Trello's and Todoist's boxes as a checklist",
      `<div><div><div role="checkbox" aria-checked="true"></div><div>a</div></div><div><div role="checkbox" aria-checked="false"></div><div>b</div></div></div><ul><li><button role="checkbox" aria-checked="true"></button>c</li></ul>`,
      `<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li><li data-type="taskItem" data-checked="false"><p>b</p></li><li data-type="taskItem" data-checked="true"><p>c</p></li></ul>`,
    ],
    [
      "keeps Evernote's boxes as a checklist",
      `<div><en-todo checked="true"/>a</div><div><en-todo></en-todo>b</div>`,
      `<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li><li data-type="taskItem" data-checked="false"><p>b</p></li></ul>`,
    ],
    [
      "writes no second box into Confluence's tasks",
      `<div data-task-state="DONE"><input type="checkbox" checked><span>a</span></div>`,
      `<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li></ul>`,
    ],
    [
      "leaves line numbers of code out",
      `<table><tr><td class="rouge-gutter"><pre class="lineno">1\n2</pre></td><td class="rouge-code"><pre>a\n7</pre></td></tr></table><pre><span class="linenumber">1</span>b\n<span class="linenumber">2</span>c</pre>`,
      `<pre><code>a\n7</code></pre><pre><code>b\nc</code></pre>`,
    ],
    [
      "keeps a table of numbers beside a column that is called code",
      `<table><tr><td class="code">AT</td><td>43</td></tr></table>`,
      `<table><tbody><tr><td><p>AT</p></td><td><p>43</p></td></tr></tbody></table>`,
    ],
    [
      "turns a table in a cell into lines, and keeps the outer one",
      `<table border="1"><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr><tr><td>d</td></tr></table></td></tr></table>`,
      `<table><tbody><tr><td><p>a</p></td><td><p>b | c</p><p>d</p></td></tr></tbody></table>`,
    ],
    ["keeps the level of a heading in a summary", `<details><summary><h3>a</h3></summary><p>b</p></details>`, `<h3>a</h3><p>b</p>`],
    [
      "keeps words of a flexible box or grid apart",
      `<div style="display:flex"><span>a</span><span>b</span></div><span style="display:inline-grid"><b>c</b><i>d</i></span>`,
      `<p>a b</p><p><strong>c</strong> <em>d</em></p>`,
    ],
    [
      "keeps the words of a button that is content",
      `<p><button class="sender">Ana Ruiz</button>: hi<button>Copy code</button><button>Reply</button></p>`,
      `<p>Ana Ruiz: hi</p>`,
    ],
    [
      "keeps the words of a drawing as its caption",
      `<svg><foreignObject><div>Start</div></foreignObject><text>End</text></svg>`,
      `<p>[Image: Start, End]</p>`,
    ],
    [
      "keeps links and emphasis of preformatted text",
      `<pre>a  <a href="https://x.test/a">b</a>\n<b>c</b></pre>`,
      `<p>a  <a href="https://x.test/a">b</a><br><strong>c</strong></p>`,
    ],
    [
      "keeps highlighted code a code block",
      `<pre class="highlight"><b>def</b> a(): <a href="https://x.test">b</a></pre>`,
      `<pre><code>def a(): b</code></pre>`,
    ],
  ];

  it.each(cases)("%s", (_, html, clean) => {
    expect(cleanPastedHtml(html)).toBe(clean);
  });

  it("returns canonical HTML for any input", SLOW_TEST, () => {
    fc.assert(
      fc.property(fc.oneof(wildHtml, canonicalHtml), (html) => {
        const clean = cleanPastedHtml(html);
        expect(toCanonicalHtml(clean)).toBe(clean);
      }),
      { numRuns: 400 },
    );
  });

  it("keeps every word of deeply nested elements, lists and tables", SLOW_TEST, () => {
    const nest = fc.constantFrom(
      "ul li",
      "ol li",
      "table tr td",
      "table tbody tr th",
      "blockquote",
      "div",
      "p",
      "b",
      "section",
      "dl dd",
      "table",
    );
    fc.assert(
      fc.property(fc.array(nest, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 400 }), (nests, count) => {
        let html = "";
        for (let at = 0; at < count; at += 1) {
          const tags = (nests[at % nests.length] ?? "").replace(/\w+/g, "<$&>").replaceAll(" ", "");
          html += `${tags}w${at} `;
        }
        const words = new Set(toText(cleanPastedHtml(html)).split(/\s+/));
        expect(Array.from({ length: count }, (_, at) => `w${at}`).filter((word) => !words.has(word))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ["frames", "<div>".repeat(100_000)],
    ["tables in tables", "<table><tr><td>x".repeat(20_000)],
    ["tables in cells of tables with borders", "<table border=1><tr><td>a</td><td>x".repeat(12_000)],
    ["paragraphs", "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>x".repeat(8_000)],
    ["pieces", "<b>x</b>".repeat(60_000)],
    ["boxes", `<ul>${"<li>[ ] a".repeat(40_000)}</ul>`],
    ["boxes in boxes", "<ul><li>[ ] a".repeat(40_000)],
    ["lists in lists", "<ul><li><p>x".repeat(40_000)],
    ["frames around many pieces", `${"<div>".repeat(390)}${"<b>x</b>".repeat(60_000)}`],
    ["lists of nothing", "<ul><li><b>".repeat(45_000)],
  ])("ends soon on half a megabyte of %s", SLOW_TEST, (_, html) => {
    expect(() => cleanPastedHtml(html)).not.toThrow();
  });
});
