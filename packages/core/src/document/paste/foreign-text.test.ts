import { describe, expect, it } from "vitest";
import { toForeignText } from "./foreign-text.ts";

describe("text of foreign HTML", () => {
  it.each([
    ["<p>one</p><p>two&amp;three</p>", "one\ntwo&three"],
    ["<style>p{}</style><b>a</b> b<!-- c -->", "a b"],
    ["<table><tr><td>a</td><td>b</td></tr></table>", "a\tb"],
    ["1 < 2 and <i>so</i>", "1 < 2 and so"],
    ["<STYLE>p{}</style >a", "a"],
    ["a<style>never closed", "a"],
    ["a<b", "a"],
    ["a <!-- never closed", "a"],
    ["", ""],
  ])("%j", (html, text) => expect(toForeignText(html)).toBe(text));
});
