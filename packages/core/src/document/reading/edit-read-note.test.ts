import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHtml } from "../testing/random-html.ts";
import { loadImages, remoteImagesOf, replaceWords, setTaskChecked } from "./edit-read-note.ts";

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
  const replace = (html: string, replacement: string, only?: number): string =>
    replaceWords(html, { query: "tea", options: { isExact: false }, replacement, ...(only === undefined ? {} : { only }) });

  it.each([
    ["in every line", "<p>Tea and tea</p><ul><li><p>tea</p></li></ul>", "<p>milk and milk</p><ul><li><p>milk</p></li></ul>"],
    ["through marks, with the looks of the first letter", "<p>a <strong>t</strong>ea</p>", "<p>a <strong>milk</strong></p>"],
    ["in code and headings", "<h2>tea</h2><pre><code>tea()</code></pre>", "<h2>milk</h2><pre><code>milk()</code></pre>"],
    ["beside images and breaks", "<p>tea<br>tea</p>", "<p>milk<br>milk</p>"],
    ["not over a break", "<p>te<br>a</p>", "<p>te<br>a</p>"],
  ])("%s", (_, html, replaced) => {
    expect(replace(html, "milk")).toBe(replaced);
  });

  it("replaces one hit, or removes all", () => {
    expect(replace("<p>tea, tea</p><p>tea</p>", "milk", 1)).toBe("<p>tea, milk</p><p>tea</p>");
    expect(replace("<p>tea, tea</p><p>tea</p>", "milk", 2)).toBe("<p>tea, tea</p><p>milk</p>");
    expect(replace("<p>tea!</p>", "")).toBe("<p>!</p>");
  });

  it("leaves the note unchanged without hits and for an equal replacement", () => {
    fc.assert(
      fc.property(canonicalHtml, (html) => {
        expect(replaceWords(html, { query: "zebra", options: { isExact: true }, replacement: "x" })).toBe(html);
        expect(replaceWords(html, { query: "milk", options: { isExact: true }, replacement: "milk" })).toBe(html);
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
