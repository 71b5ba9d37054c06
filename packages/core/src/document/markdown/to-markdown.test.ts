import { describe, expect, it } from "vitest";
import { toMarkdown } from "./write-plain-text.ts";

const of = (content: string, title = "") => toMarkdown({ title, content });

describe("a note as Markdown", () => {
  it("begins with its title", () => {
    expect(of("<p>two litres</p>", "Milk *and* bread")).toBe("# Milk \\*and\\* bread\n\ntwo litres\n");
    expect(of("", "Milk")).toBe("# Milk\n");
  });

  it.each([
    ["<h2>On the shelf</h2><p>a</p>", "## On the shelf\n\na"],
    ["<p>a <strong>b</strong> <em>c</em> <s>d</s> <u>e</u></p>", "a **b** *c* ~~d~~ <u>e</u>"],
    ["<p><strong>a <em>b</em></strong></p>", "**a *b***"],
    ["<p><strong>a </strong>b</p>", "**a** b"],
    ['<p><a href="https://example.org/a(b)">here</a></p>', "[here](https://example.org/a%28b%29)"],
    ["<p>a<br>b</p>", "a\\\nb"],
    ["<p><code>a`b</code></p>", "``a`b``"],
    ["<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>", "- a\n  - b\n- c"],
    ['<ol start="3"><li><p>a</p></li><li><p>b</p><p>c</p></li></ol>', "3. a\n4. b\n\n   c"],
    [
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li><li data-type="taskItem" data-checked="false"><p>b</p></li></ul>',
      "- [x] a\n- [ ] b",
    ],
    ["<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
    ['<pre><code class="language-js">let a = "*";</code></pre>', '```js\nlet a = "*";\n```'],
    ["<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"],
    [
      "<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p><p>2</p></td><td><p>x|y</p></td></tr></tbody></table>",
      "| a | b |\n| --- | --- |\n| 1<br>2 | x\\|y |",
    ],
    ["<h6>a</h6>", "###### a"],
    ['<div data-satchel="callout" data-kind="tip"><p>a</p><ul><li><p>b</p></li></ul></div>', "> [!TIP]\n> a\n>\n> - b"],
    [
      "<details><summary>More <em>here</em></summary><p>a</p><p></p></details>",
      "<details>\n<summary>More <em>here</em></summary>\n\na\n\n</details>",
    ],
    ['<pre><code class="language-math">a^2\n+ b</code></pre>', "```math\na^2\n+ b\n```"],
    ['<p>so <span data-satchel="math">a_1 &lt; b</span>, or $5 and 6$</p>', "so $a_1 < b$, or \\$5 and 6$"],
    [
      '<p>a<sup data-satchel="footnote">see *p.* 7</sup></p><ul><li><p>b<sup data-satchel="footnote">two</sup></p></li></ul>',
      "a[^1]\n\n- b[^2]\n\n[^1]: see \\*p.\\* 7\n[^2]: two",
    ],
    ['<p>a <span style="background-color: rgb(253, 233, 169);">b</span> 1 == 1</p>', "a ==b== 1 \\== 1"],
    ['<p>see <a data-note-id="n1"></a></p>', "see [n1](satchel:note/n1)"],
    ['<p><a data-file-id="f1" data-file-name="margins-1977.pdf">margins-1977.pdf</a></p>', "[margins-1977.pdf]"],
  ])("%s", (html, markdown) => {
    expect(of(html)).toBe(`${markdown}\n`);
  });

  it("keeps signs that are only text", () => {
    expect(of("<p># not a title</p><p>1. not a list</p><p>- nor this</p><p>2*3*4 [a] &lt;b&gt;</p>")).toBe(
      "\\# not a title\n\n1\\. not a list\n\n\\- nor this\n\n2\\*3\\*4 \\[a\\] \\<b\\>\n",
    );
  });

  it("makes a link of an image of another website", () => {
    const image = '<img alt="the *sea*" data-remote-src="https://example.org/a(b).png">';
    expect(of(`<p>${image} <img data-remote-src="https://example.org/c.png"></p>`)).toBe(
      "[the \\*sea\\*](https://example.org/a%28b%29.png) [https://example.org/c.png](https://example.org/c.png)\n",
    );
  });

  it("leaves out an image's bytes", () => {
    expect(of('<p><img alt="the sea" src="data:image/png;base64,AAAA"></p>')).toBe("![the sea]()\n");
  });
});
