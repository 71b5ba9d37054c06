import { describe, expect, it } from "vitest";
import { toCanonicalHtml } from "../html/canonical-html.ts";
import { contentsOf } from "./contents.ts";

describe("kinds of content that searches find", () => {
  it.each([
    ['<p>a <img src="data:image/png;base64,AAAA"></p>', ["image"]],
    ["<table><tbody><tr><td><p>x</p></td></tr></tbody></table>", ["table"]],
    ['<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>x</p></li></ul>', ["task"]],
    ['<p><a href="https://a.test">x</a></p>', ["link"]],
    ['<p><a data-note-id="note-1"></a></p>', ["link"]],
    ['<p><a data-file-id="f1" data-file-name="a.pdf" data-file-size="12">a.pdf</a></p>', []],
    ["<p>&lt;img src=x&gt; &lt;table&gt; a href=</p>", []],
    ["<ul><li><p>x</p></li></ul>", []],
  ])("are found in %s", (html, contents) => {
    expect(contentsOf(toCanonicalHtml(html))).toEqual(contents);
  });
});
