import { describe, expect, it } from "vitest";
import { readStoredHtml } from "../html/read-stored-html.ts";
import { writePlainText } from "./write-plain-text.ts";

const plain = (html: string): string => writePlainText(readStoredHtml(html).content);

describe("A2.14 plain text of a copied selection", () => {
  it.each([
    [
      "headings and paragraphs",
      "<h2>Title</h2><p>one</p><p></p><p>two <strong>bold</strong> *star*</p>",
      "## Title\n\none\n\ntwo bold *star*",
    ],
    ["bullets, deeper ones as well", "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>", "- a\n  - b\n- c"],
    ["numbers, from where the list begins", '<ol start="9"><li><p>a</p><p>more</p></li><li><p>b</p></li></ol>', "9. a\n\n   more\n10. b"],
    [
      "the state of tasks",
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li><li data-type="taskItem" data-checked="false"><p>b</p></li></ul>',
      "- [x] a\n- [ ] b",
    ],
    [
      "addresses of links, once",
      '<p>see <a href="https://a.example/x">the <em>page</em></a>, <a href="https://b.example/">b.example</a></p>',
      "see [the page](https://a.example/x), b.example",
    ],
    [
      "cells separated by tabs, with quoted line ends",
      "<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>c<br>d</p></td><td><p></p></td></tr></tbody></table>",
      'a\tb\n"c\nd"\t',
    ],
    ["quotations and lines", "<blockquote><p>a</p><p>b</p></blockquote><hr>", "> a\n>\n> b\n\n---"],
    ["code as it is", '<pre><code class="language-js">a\n  b</code></pre>', "```js\na\n  b\n```"],
    ["line breaks and names of what is no text", '<p>a<br>b <img alt="map" src="data:image/png;base64,AA=="></p>', "a\nb [map]"],
  ])("has %s", (_, html, text) => {
    expect(plain(html)).toBe(text);
  });
});
