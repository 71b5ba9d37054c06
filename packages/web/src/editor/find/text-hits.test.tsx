import { describe, expect, it } from "vitest";
import { findHits } from "./text-hits.ts";

function hits(html: string, ...words: string[]): readonly string[] {
  const root = document.createElement("div");
  root.innerHTML = html;
  return findHits(root, words).map(String);
}

describe("search hits in a note that is read", () => {
  it.each([
    ["<p>Bread, and more bread</p>", ["bread"], ["Bread", "bread"]],
    ["<p>My <b>Rés</b>umé</p>", ["resume"], ["Résumé"]],
    ["<p>bre</p><p>ad</p>", ["bread"], []],
    ["<ul><li>milk</li><li><p>oat milk</p></li></ul>", ["milk"], ["milk", "milk"]],
    ["<p>日本語の<em>勉</em>強</p>", ["勉強"], ["勉強"]],
    ["<p>nothing</p>", ["milk"], []],
  ])("finds hits across elements of a line, never across lines: %s", (html, words, found) => {
    expect(hits(html, ...words)).toEqual(found);
  });
});
