import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHtml, wildHtml } from "../testing/random-html.ts";
import { toCanonicalHtml } from "./canonical-html.ts";
import { allowedAttributes, allowedTags, MAX_NESTING } from "./stored-html.ts";

/** Allows for many cases on a busy machine. */
const SLOW_TEST = { timeout: 60_000 };

describe("A2.14 canonical form of stored HTML", () => {
  const cases: readonly (readonly [rule: string, html: string, canonical: string])[] = [
    ["nothing stays nothing", "", ""],
    ["one empty paragraph is nothing", "<p></p>", ""],
    ["loose text becomes a paragraph", "hello <b>x</b>", "<p>hello <strong>x</strong></p>"],
    ["spaces are kept as typed", "<p> a  b </p>", "<p> a  b </p>"],
    ["a line end in HTML is a space", "<p>a\n   b</p>", "<p>a b</p>"],
    ["white space between blocks is nothing", "<p>a</p>\n  <p>b</p>", "<p>a</p><p>b</p>"],
    ["blank lines are kept", "<p>a</p><p></p><p>b</p>", "<p>a</p><p></p><p>b</p>"],
    ["old tags get their one name", "<b>a</b><i>b</i><strike>c</strike>", "<p><strong>a</strong><em>b</em><s>c</s></p>"],
    ["marks nest in one order", "<p><em><strong>a</strong></em></p>", "<p><strong><em>a</em></strong></p>"],
    ["neighbours with one mark share it", "<p><strong>a</strong><strong>b</strong></p>", "<p><strong>ab</strong></p>"],
    [
      "an inner colour overrules, a background stays",
      '<p><span style="background-color:#fff;color:red">a<span style="COLOR: #00f">b</span></span></p>',
      '<p><span style="color: rgb(255, 0, 0); background-color: rgb(255, 255, 255);">a</span>' +
        '<span style="color: rgb(0, 0, 255); background-color: rgb(255, 255, 255);">b</span></p>',
    ],
    ["other styles go", '<p style="position:fixed;text-align:CENTER;margin:0">a</p>', '<p style="text-align: center;">a</p>'],
    ["headings have six levels", "<h5>a</h5><h6>b</h6>", "<h5>a</h5><h6>b</h6>"],
    [
      "callouts hold blocks and say their kind",
      '<div data-satchel="callout">a</div><div data-kind="TIP" data-satchel="callout"><ul><li>b</ul></div><div data-satchel="callout"></div>',
      '<div data-satchel="callout" data-kind="note"><p>a</p></div>' +
        '<div data-satchel="callout" data-kind="tip"><ul><li><p>b</p></li></ul></div>',
    ],
    [
      "toggles have a title and something beneath",
      "<details><p>b</p><summary><h2>a <b>c</b></h2><p>d</p></summary></details><details>e</details><details></details><summary>f</summary>",
      "<details><summary>a <strong>c</strong></summary><p>d</p><p>b</p></details><details><summary></summary><p>e</p></details><p>f</p>",
    ],
    [
      "formulas and footnotes are one line of text",
      '<p>a<span data-satchel="math"> x^2\n &lt; <b>y</b> </span><sup data-satchel="footnote">see <i>p. 7</i></sup><sup>2</sup></p>',
      '<p>a<span data-satchel="math">x^2 &lt; y</span><sup data-satchel="footnote">see p. 7</sup><sup>2</sup></p>',
    ],
    ["empty formulas and footnotes go", '<p>a<span data-satchel="math"> </span><sup data-satchel="footnote"></sup></p>', "<p>a</p>"],
    [
      "links to notes hold no title",
      '<p><a href="https://a.b" data-note-id="n1">Title</a> <a data-note-id="?">b</a></p>',
      '<p><a data-note-id="n1"></a> b</p>',
    ],
    [
      "list items hold blocks, nested lists belong to an item",
      "<ul><li>a<ul><li>b</ul><li>c</ul>",
      "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>",
    ],
    [
      "a list straight in a list joins the item before",
      "<ul><li>a</li><ul><li>b</li></ul></ul>",
      "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>",
    ],
    [
      "ordered lists keep start and type",
      '<ol type="a" start="3"><li>x</ol><ol start="1"><li>y</ol>',
      '<ol start="3" type="a"><li><p>x</p></li></ol><ol><li><p>y</p></li></ol>',
    ],
    [
      "checklists keep their ticks",
      '<ul data-type="taskList"><li data-checked="true">x<li>y</ul>',
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>x</p></li>' +
        '<li data-type="taskItem" data-checked="false"><p>y</p></li></ul>',
    ],
    [
      "code keeps its text, its language and nothing else",
      '<pre><code class="hljs language-TS"><span style="color:red">a &lt; b</span>\r\n\n  c</code></pre>',
      '<pre><code class="language-ts">a &lt; b\n\n  c</code></pre>',
    ],
    [
      "short table rows are filled, row groups go",
      "<table><thead><tr><th>1<th>2</thead><tbody><tr><td>3</table>",
      "<table><tbody><tr><th><p>1</p></th><th><p>2</p></th></tr><tr><td><p>3</p></td><td><p></p></td></tr></tbody></table>",
    ],
    [
      "spans end at the table's edge, one width holds for a column",
      '<table><tr><td rowspan="9" data-colwidth="80">1</td><td>2</td></tr><tr><td data-colwidth="50">3</td></tr></table>',
      '<table><tbody><tr><td rowspan="2" data-colwidth="80"><p>1</p></td><td data-colwidth="50"><p>2</p></td></tr>' +
        '<tr><td data-colwidth="50"><p>3</p></td></tr></tbody></table>',
    ],
    [
      "a caption comes before its table",
      "<table><caption>t</caption><tr><td>a</table>",
      "<p>t</p><table><tbody><tr><td><p>a</p></td></tr></tbody></table>",
    ],
    [
      "link addresses are trimmed, other attributes go",
      '<a href=" HTTPS://x.y/?a=1&b " target=_top onclick=x>l</a>',
      '<p><a href="https://x.y/?a=1&amp;b">l</a></p>',
    ],
    [
      "pictures on other servers are kept as an address only",
      '<img data-remote-src="https://x.y/z.png" alt="z"><img src="https://x.y/z.png">',
      '<p><img data-remote-src="https://x.y/z.png" alt="z"></p>',
    ],
    [
      "attachments show their name",
      '<a data-file-name="a&amp;b.pdf" data-file-id="f1" data-file-size="12" href="#">whatever</a>',
      '<p><a data-file-id="f1" data-file-name="a&amp;b.pdf" data-file-size="12">a&amp;b.pdf</a></p>',
    ],
    ["comments, scripts and styles go", "<p>a<!-- x --><script>b</script><style>c</style>d</p>", "<p>ad</p>"],
    ["unknown elements keep their text", "<p><marquee>a</marquee><x-y>b</x-y></p><section>c</section>", "<p>ab</p><p>c</p>"],
    ["text is escaped as browsers do", "<p>&lt;a&gt; &amp; \u00a0 \" '</p>", "<p>&lt;a&gt; &amp; &nbsp; \" '</p>"],
    ["half a surrogate pair becomes U+FFFD", "<p>a\ud83d b</p>", "<p>a\ufffd b</p>"],
    ["directions are kept", '<p dir="RTL">س</p><ul dir="rtl"><li>س</ul>', '<p dir="rtl">س</p><ul dir="rtl"><li><p>س</p></li></ul>'],
  ];

  for (const [rule, html, canonical] of cases) {
    it(rule, () => {
      expect(toCanonicalHtml(html)).toBe(canonical);
      expect(toCanonicalHtml(canonical)).toBe(canonical);
    });
  }
});

describe("A2.14 canonical form of any HTML", () => {
  it("is a fixed point for any HTML", SLOW_TEST, () => {
    fc.assert(
      fc.property(wildHtml, (html) => {
        const once = toCanonicalHtml(html);
        expect(toCanonicalHtml(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it("is a fixed point for documents of every shape", SLOW_TEST, () => {
    fc.assert(
      fc.property(canonicalHtml, (html) => {
        expect(toCanonicalHtml(html)).toBe(html);
      }),
      { numRuns: 300 },
    );
  });

  it("contains only what the table names", () => {
    const shape = new RegExp(`^(?:[^<>]|</?(?:${allowedTags().join("|")})(?: (?:${allowedAttributes().join("|")})="[^"<>]*")*>)*$`);
    fc.assert(
      fc.property(wildHtml, (html) => {
        expect(toCanonicalHtml(html)).toMatch(shape);
      }),
      { numRuns: 2000 },
    );
  });

  const hostile: readonly (readonly [name: string, html: string])[] = [
    ["containers in containers", "<div>".repeat(200_000)],
    ["lists in lists", "<ul><li>".repeat(100_000)],
    ["marks in marks", "<b><i>x".repeat(100_000)],
    ["end tags of nothing", `${"<b>".repeat(300)}${"</i></p></td>".repeat(80_000)}`],
    ["attributes", `<p ${"a=1 ".repeat(200_000)}>x`],
    ["brackets", "<".repeat(500_000)],
    ["comments in styles", `<p style="${"/*".repeat(300_000)}">x`],
    ["exclamation marks in styles", `<p style="color:${"! ".repeat(4_000)}">x`.repeat(60)],
    ["wide cells", "<table><tr><td colspan=100 rowspan=1000>".repeat(20_000)],
    ["formulas in code", `<pre>${"<span data-satchel=math>".repeat(5_000)}${"x".repeat(400_000)}`],
    ["later versions in each other", `${'<div data-satchel="board">'.repeat(9_000)}${"<p>x".repeat(60_000)}`],
    ["cells", `<table>${"<tr><td rowspan=1000>x".repeat(30_000)}`],
    ["spaces", `<p>${" ".repeat(500_000)}x\n${"\t ".repeat(250_000)}`],
  ];

  for (const [name, html] of hostile) {
    it(`ends soon on half a megabyte of ${name}`, SLOW_TEST, () => {
      const once = toCanonicalHtml(html);
      expect(toCanonicalHtml(once)).toBe(once);
    });
  }

  it("keeps the text of elements that are nested too deep", () => {
    const canonical = toCanonicalHtml(`${"<blockquote>".repeat(1000)}<p>deep</p>`);
    expect(canonical).toContain("<p>deep</p>");
    expect(canonical.match(/<blockquote>/g)).toHaveLength(MAX_NESTING);
  });
});
