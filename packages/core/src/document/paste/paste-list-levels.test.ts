import { describe, expect, it } from "vitest";
import { cleanPastedHtml } from "./paste-clean.ts";

const docs = (html: string): string => `<b style="font-weight:normal;" id="docs-internal-guid-x">${html}</b>`;
const docsItem = (level: number, text: string, style = ""): string =>
  `<li dir="ltr" aria-level="${level}" style="${style}"><p role="presentation">${text}</p></li>`;
const word = (level: number, marker: string, text: string): string =>
  `<p class=MsoListParagraph style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${marker}</span>${text}</p>`;

const UNTIL = "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>";
const AFTER = "<ul><li><ul><li><p>c</p></li></ul></li><li><p>d</p></li></ul>";

describe("A2.14 levels of pasted lists", () => {
  it.each([
    ["<p>between</p>", "<p>between</p>"],
    ["<h2>between</h2>", "<h2>between</h2>"],
    ["<hr>", "<hr>"],
  ])("keeps them in Google Docs' list after %s", (between, shown) => {
    const before = `<ul>${docsItem(1, "a")}<ul>${docsItem(2, "b")}</ul></ul>`;
    const nested = `<ul><ul>${docsItem(2, "c")}</ul>${docsItem(1, "d")}</ul>`;
    const flat = `<ul>${docsItem(2, "c")}</ul><ul>${docsItem(1, "d")}</ul>`;
    expect(cleanPastedHtml(docs(before + between + nested))).toBe(UNTIL + shown + AFTER);
    expect(cleanPastedHtml(docs(before + between + flat))).toBe(UNTIL + shown + AFTER);
  });

  it("keeps them in Word's list after a paragraph", () => {
    const html = `${word(1, "·", "a")}${word(2, "o", "b")}<p class=MsoNormal>between</p>${word(2, "o", "c")}${word(1, "·", "d")}`;
    expect(cleanPastedHtml(html)).toBe(`${UNTIL}<p>between</p>${AFTER}`);
  });

  it("continues numbers behind an item that only holds deeper items", () => {
    const html = `${word(1, "1.", "a")}<p class=MsoNormal>between</p>${word(2, "a.", "b")}${word(1, "2.", "c")}`;
    expect(cleanPastedHtml(html)).toBe(
      '<ol><li><p>a</p></li></ol><p>between</p><ol start="2"><li><ol type="a"><li><p>b</p></li></ol></li><li><p>c</p></li></ol>',
    );
  });

  it("keeps a numbered list inside a bulleted one, and the numbers after another list", () => {
    const letters = "list-style-type:lower-alpha";
    const html =
      `<ol>${docsItem(1, "a")}</ol><ul>${docsItem(1, "x")}<ol>${docsItem(2, "y", letters)}${docsItem(2, "z", letters)}</ol></ul>` +
      `<ol start="2">${docsItem(1, "b")}</ol>`;
    expect(cleanPastedHtml(docs(html))).toBe(
      '<ol><li><p>a</p></li></ol><ul><li><p>x</p><ol type="a"><li><p>y</p></li><li><p>z</p></li></ol></li></ul><ol start="2"><li><p>b</p></li></ol>',
    );
  });

  it.each([
    ["Google Docs", docs(`<ul><ul>${docsItem(2, "c")}</ul>${docsItem(1, "d")}</ul>`)],
    ["Word", `${word(2, "o", "c")}${word(1, "·", "d")}`],
  ])("keeps them in a partly selected list of %s", (_, html) => {
    expect(cleanPastedHtml(html)).toBe(AFTER);
  });

  it.each([
    ["Google Docs", docs(`<ul><ul>${docsItem(2, "b")}${docsItem(2, "c")}</ul></ul><p>end</p>`)],
    ["Word", `${word(2, "o", "b")}${word(2, "o", "c")}<p class=MsoNormal>end</p>`],
  ])("begins at the first level if no item of %s is higher", (_, html) => {
    expect(cleanPastedHtml(html)).toBe("<ul><li><p>b</p></li><li><p>c</p></li></ul><p>end</p>");
  });

  it("keeps checkboxes of a checklist with levels", () => {
    const task = (level: number, checked: boolean, text: string): string =>
      `<li role="checkbox" aria-checked="${checked}" aria-level="${level}"><p>${text}</p></li>`;
    const clean = cleanPastedHtml(docs(`<ul>${task(1, true, "a")}${task(1, false, "b")}</ul>`));
    expect(clean).toContain('data-checked="true"');
    expect(clean).toContain('data-checked="false"');
  });
});
