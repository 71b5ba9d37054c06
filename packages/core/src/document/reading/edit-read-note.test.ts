import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHtml } from "../testing/random-html.ts";
import { type LineChange, loadImages, remoteImagesOf, replaceInLines, setTaskChecked } from "./edit-read-note.ts";

const task = (on: boolean, html: string): string => `<li data-type="taskItem" data-checked="${on}">${html}</li>`;
const tasks = (...items: readonly string[]): string => `<ul data-type="taskList">${items.join("")}</ul>`;

describe("A2.11 tasks checked while a note is read", () => {
  const note = (one: boolean, two: boolean, three: boolean): string =>
    `<p>a</p>${tasks(task(one, `<p>b</p>${tasks(task(two, "<p>c</p>"))}`))}<blockquote>${tasks(task(three, "<p>d</p>"))}</blockquote>`;

  it("changes only the task that was clicked", () => {
    expect(setTaskChecked(note(false, false, true), 1, true)).toBe(note(false, true, true));
    expect(setTaskChecked(note(false, false, true), 2, false)).toBe(note(false, false, false));
    expect(setTaskChecked(note(false, false, true), 0, true)).toBe(note(true, false, true));
    expect(setTaskChecked(note(false, false, true), 3, true)).toBeUndefined();
  });

  it("leaves the note unchanged if the task already has that state", () => {
    fc.assert(
      fc.property(canonicalHtml, (html) => {
        fc.pre(!html.includes('data-satchel="later'));
        const states = [...html.matchAll(/data-checked="(true|false)"/g)].map(([, state]) => state === "true");
        for (const [index, state] of states.entries()) expect(setTaskChecked(html, index, state)).toBe(html);
        expect(setTaskChecked(html, states.length, true)).toBeUndefined();
      }),
    );
  });
});

describe("A2.11 words replaced while a note is read", () => {
  const NOTE = "<p>Tea and tea</p><ul><li><p>a <strong>t</strong>ea<br></p></li></ul><pre><code>tea()</code></pre>";
  const TEXTS = ["Tea and tea", "a tea\ufffc", "tea()"];
  const change = (line: number, from: number, to: number, words = "milk"): LineChange => ({
    line,
    text: TEXTS[line] ?? "",
    from,
    to,
    words,
  });

  it("replaces in every line, whatever the order, with the marks of the first letter", () => {
    expect(replaceInLines(NOTE, [change(0, 0, 3), change(2, 0, 3), change(1, 2, 5), change(0, 8, 11, "")])).toBe(
      "<p>milk and </p><ul><li><p>a <strong>milk</strong><br></p></li></ul><pre><code>milk()</code></pre>",
    );
  });

  it("leaves a line that has changed since it was searched", () => {
    expect(replaceInLines(NOTE, [{ ...change(0, 0, 3), text: "Tea and te" }, change(3, 0, 1)])).toBe(NOTE);
  });

  it("leaves any note unchanged without changes", () => {
    fc.assert(
      fc.property(canonicalHtml, (html) => {
        expect(replaceInLines(html, [])).toBe(html);
      }),
    );
  });
});

describe("A2.11 images of other websites loaded while a note is read", () => {
  const SRC = "data:image/png;base64,AAAA";
  const loaded = new Map([["https://a.b/c.png", { src: SRC, originalId: null, width: 30, height: 20 }]]);
  const NOTE = '<p><img data-remote-src="https://a.b/c.png" alt="d"> <img data-remote-src="https://a.b/e.png"></p>';

  it("replaces the address by the bytes in all positions and leaves other images", () => {
    expect(remoteImagesOf(NOTE)).toEqual(["https://a.b/c.png", "https://a.b/e.png"]);
    expect(loadImages(`${NOTE}<ul><li>${NOTE}</li></ul>`, loaded).match(/data:image/g)).toHaveLength(2);
    expect(loadImages(NOTE, loaded)).toBe(
      `<p><img alt="d" width="30" height="20" src="${SRC}"> <img data-remote-src="https://a.b/e.png"></p>`,
    );
  });

  it("leaves notes without the image unchanged", () => {
    fc.assert(
      fc.property(canonicalHtml, (html) => {
        expect(loadImages(html, loaded)).toBe(html);
      }),
    );
  });
});
