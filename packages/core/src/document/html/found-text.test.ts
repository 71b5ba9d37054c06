import { describe, expect, it } from "vitest";
import { toFoundText } from "./find-text.ts";
import { countHtml, toText } from "./html-text.ts";

describe("A2.9 search", () => {
  it("finds a note by descriptions and captions of its images", () => {
    const html =
      '<p>one<img alt="a &quot;map&quot; &gt; b" data-caption="harbor" src="data:image/png;base64,AAAA">two</p><p><img src="data:image/png;base64,AAAA"></p>';
    expect(toFoundText(html)).toBe('one a "map" > b harbor two');
    expect(toText(html)).toBe("onetwo");
    expect(countHtml(html).words).toBe(1);
  });
});
