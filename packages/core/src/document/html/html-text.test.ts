import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHtml, wildHtml } from "../testing/random-html.ts";
import { countHtml, cutText, isBlankHtml, previewOf, toText } from "./html-text.ts";

/** Allows for many cases on a busy machine. */
const SLOW_TEST = { timeout: 60_000 };

describe("A2.9 preview", () => {
  it("is the beginning of the text on one line", () => {
    expect(previewOf("<h1>Milk</h1><p>and  <strong>eggs</strong><br>today &amp; more</p>", 100)).toBe("Milk and eggs today & more");
  });

  it("is cut between characters, not inside one", () => {
    expect(previewOf("<p>ab👨‍👩‍👧‍👦c</p>", 5)).toBe("ab");
    expect(previewOf("<p>cafe\u0301s</p>", 4)).toBe("caf");
    expect(cutText("🇨🇭🇨🇭", 5)).toBe("🇨🇭");
  });

  it("skips images and white space", () => {
    const image = `<p><img src="data:image/png;base64,${"A".repeat(50_000)}"></p>`;
    expect(previewOf(`${image.repeat(3)}<p>${" ".repeat(5000)}text</p>`, 10)).toBe("text");
  });

  it("never exceeds its length, and is a prefix of the whole text", SLOW_TEST, () => {
    fc.assert(
      fc.property(canonicalHtml, fc.nat({ max: 60 }), (html, maxChars) => {
        const preview = previewOf(html, maxChars);
        expect(preview.length).toBeLessThanOrEqual(maxChars);
        expect(toText(html).replace(/\s+/g, " ").trim().startsWith(preview)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("returns text for any input", SLOW_TEST, () => {
    fc.assert(
      fc.property(wildHtml, (html) => {
        expect(typeof previewOf(html, 100)).toBe("string");
        expect(typeof toText(html)).toBe("string");
      }),
    );
  });
});

describe("A2.11 word and character counts", () => {
  it.each([
    ["", 0, 0],
    ["<p>Hello, world's e-mail of 3.14</p>", 5, 29],
    ["<p>one</p><p>two<br>three</p>", 3, 11],
    ["<p>你好，世界</p>", 4, 5],
    ["<p>日本語 and English</p>", 5, 15],
    ["<p>مرحبا بالعالم</p>", 2, 13],
    ["<p>👨‍👩‍👧‍👦</p>", 0, 7],
    ["<ul><li><p>a</p></li><li><p>b</p></li></ul>", 2, 2],
  ])("counts in %j %i words and %i characters", (html, words, chars) => {
    expect(countHtml(html)).toEqual({ words, chars });
  });
});

describe("plain text", () => {
  it("has one line per block and a tab between cells", () => {
    const table = "<table><tbody><tr><td><p>1</p></td><td><p>2</p></td></tr><tr><td><p>3</p></td><td><p>4</p></td></tr></tbody></table>";
    expect(toText(`<h1>Hi</h1><p>a<br>b</p><ul><li><p>x</p></li></ul>${table}<p>z</p>`)).toBe("Hi\na\nb\nx\n1\t2\n3\t4\nz");
  });
});

describe("A5 a note needs a title or content", () => {
  it.each(["", "<p> </p>", "<p></p><p>&nbsp;</p>"])("treats %j as blank", (html) => {
    expect(isBlankHtml(html)).toBe(true);
  });

  it.each(["<p>a</p>", '<p><img data-image-id="i"></p>', "<hr>", '<p><a data-file-id="f"></a></p>', "<ul><li><p></p></li></ul>"])(
    "does not treat %j as blank",
    (html) => {
      expect(isBlankHtml(html)).toBe(false);
    },
  );
});
