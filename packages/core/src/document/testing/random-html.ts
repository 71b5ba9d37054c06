/** Generators for property tests: canonical documents of every shape in the schema, and hostile or broken HTML. */
import fc from "fast-check";
import { toCanonicalHtml } from "../html/canonical-html.ts";

const word = fc.constantFrom("a", "milk", " and ", "  ", "&amp;", "&lt;b&gt;", "&nbsp;", "日本", "مرحبا", "👩‍🚀", "é", '"', "0", "\t");
const attributeLess = ["strong", "em", "u", "s", "sub", "sup", "code"] as const;

const inline = fc.letrec<{ line: string; piece: string }>((tie) => ({
  line: fc.array(tie("piece"), { maxLength: 4 }).map((pieces) => pieces.join("")),
  piece: fc.oneof(
    { maxDepth: 3, depthIdentifier: "inline" },
    word,
    fc.constantFrom(
      "<br>",
      '<img alt="x" src="data:image/png;base64,AAAA">',
      '<img data-image-id="i1" width="3">',
      '<a data-file-id="f" data-file-name="n.pdf">n.pdf</a>',
      '<a data-note-id="n1"></a>',
      '<span data-satchel="math">a^2 &lt; b</span>',
      '<sup data-satchel="footnote">see p. 7</sup>',
      '<span data-satchel="later" data-x="1">a<strong>b</strong></span>',
    ),
    fc.tuple(fc.constantFrom(...attributeLess), tie("line")).map(([tag, line]) => `<${tag}>${line}</${tag}>`),
    tie("line").map((line) => `<a href="https://a.b/?c=1&amp;d=%20">${line}</a>`),
    fc
      .tuple(fc.constantFrom("color: rgb(1, 2, 3);", "background-color: rgb(4, 5, 6);"), tie("line"))
      .map(([style, line]) => `<span style="${style}">${line}</span>`),
  ),
}));

const textAttributes = fc.constantFrom("", "", "", ' dir="rtl"', ' style="text-align: center;"');

const block = fc.letrec<{ block: string; blocks: string; items: string; tasks: string }>((tie) => ({
  blocks: fc.array(tie("block"), { minLength: 1, maxLength: 2 }).map((blocks) => blocks.join("")),
  items: fc.array(tie("blocks"), { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `<li>${item}</li>`).join("")),
  tasks: fc
    .array(fc.tuple(fc.boolean(), tie("blocks")), { minLength: 1, maxLength: 3 })
    .map((items) => items.map(([on, item]) => `<li data-type="taskItem" data-checked="${on}">${item}</li>`).join("")),
  block: fc.oneof(
    { maxDepth: 3, depthIdentifier: "block" },
    fc.tuple(textAttributes, inline.line).map(([attributes, line]) => `<p${attributes}>${line}</p>`),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), textAttributes, inline.line)
      .map(([level, attributes, line]) => `<h${level}${attributes}>${line}</h${level}>`),
    fc.constantFrom("<hr>", '<pre><code class="language-ts">a &lt; b\n\n c</code></pre>', "<pre><code></code></pre>"),
    tie("items").map((items) => `<ul>${items}</ul>`),
    fc.tuple(fc.constantFrom("", ' start="3"', ' type="a"'), tie("items")).map(([attributes, items]) => `<ol${attributes}>${items}</ol>`),
    tie("tasks").map((tasks) => `<ul data-type="taskList">${tasks}</ul>`),
    tie("blocks").map((blocks) => `<blockquote>${blocks}</blockquote>`),
    fc
      .tuple(fc.constantFrom("note", "tip", "caution"), tie("blocks"))
      .map(([kind, blocks]) => `<div data-satchel="callout" data-kind="${kind}">${blocks}</div>`),
    fc.tuple(inline.line, tie("blocks")).map(([title, blocks]) => `<details><summary>${title}</summary>${blocks}</details>`),
    tie("blocks").map((blocks) => `<div data-satchel="later" data-x="1">${blocks}</div>`),
    fc
      .array(
        fc.array(
          fc.tuple(
            fc.constantFrom("td", "th"),
            fc.constantFrom(
              "",
              ' colspan="2"',
              ' rowspan="2"',
              ' rowspan="3" colspan="3"',
              ' data-colwidth="80"',
              ' style="text-align: right;"',
            ),
            tie("blocks"),
          ),
          { maxLength: 3 },
        ),
        { minLength: 1, maxLength: 3 },
      )
      .map((rows) => rows.map((cells) => `<tr>${cells.map(([tag, attrs, html]) => `<${tag}${attrs}>${html}</${tag}>`).join("")}</tr>`))
      .map((rows) => `<table><tbody>${rows.join("")}</tbody></table>`),
  ),
}));

/** Canonical documents. */
export const canonicalHtml: fc.Arbitrary<string> = fc
  .array(block.block, { maxLength: 6 })
  .map((blocks) => toCanonicalHtml(blocks.join("")));

const TAGS = (
  "p div span b strong i em u s a ul ol li table tbody tr td th caption blockquote pre code h1 h4 hr br img script style svg math iframe " +
  "template noscript textarea select option title font center details summary dl dt dd o:p form input button plaintext xmp"
).split(" ");
const ATTRIBUTES = [
  "",
  ' style="color:red;text-align:center"',
  ' data-type="taskList"',
  ' data-satchel="callout"',
  ' data-satchel="later"',
  ' data-satchel="math"',
  ' data-satchel="footnote"',
  ' data-note-id="n"',
  ' data-checked="true"',
  ' href="javascript:x"',
  ' href="https://a.b"',
  " onclick=x",
  ' src="data:image/png;base64,AA=="',
  ' data-file-id="f"',
  ' colspan="3"',
  ' rowspan="2"',
  ' data-colwidth="20,30"',
  ' start="4"',
  ' class="language-js"',
  " a='",
  ' b="',
  ' dir="rtl"',
];

/** Arbitrary text, mostly tags. */
export const wildHtml: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...TAGS), fc.constantFrom(...ATTRIBUTES)).map(([tag, own]) => `<${tag}${own}>`) },
      { weight: 3, arbitrary: fc.constantFrom(...TAGS).map((tag) => `</${tag}>`) },
      { weight: 3, arbitrary: word },
      { weight: 1, arbitrary: fc.string({ maxLength: 8, unit: "binary" }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "<",
          ">",
          "&",
          "<!--",
          "-->",
          "<![CDATA[",
          "]]>",
          "<!",
          "<?",
          "</",
          "\n",
          "\r\n",
          "\u0000",
          "\ud800",
          "&#0;",
          "&#xD800;",
          "&#13;",
          "&#10;",
        ),
      },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));
