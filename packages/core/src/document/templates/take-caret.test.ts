import { describe, expect, it } from "vitest";
import { CURSOR_MARK as M } from "./fill-template.ts";
import { takeCaret } from "./take-caret.ts";

describe("decision 0059 caret of a filled template", () => {
  it.each([
    [`<p>${M}</p>`, "<p></p>", { block: 0, chars: 0, side: "after", spaces: 0 }],
    [
      `<h2>A b</h2><p>Who: <strong>is${M}it</strong></p>`,
      "<h2>A b</h2><p>Who: <strong>isit</strong></p>",
      { block: 1, chars: 6, side: "before", spaces: 0 },
    ],
    [
      `<p>a</p><ul><li><p>x ${M} y</p></li></ul>`,
      "<p>a</p><ul><li><p>x  y</p></li></ul>",
      { block: 1, chars: 1, side: "after", spaces: 1 },
    ],
    [`<p>Who: ${M}</p>`, "<p>Who:&nbsp;</p>", { block: 0, chars: 4, side: "after", spaces: 1 }],
  ])("is taken out of %j with its position", (content, plain, caret) => {
    expect(takeCaret({ title: "T", content })).toEqual({ draft: { title: "T", content: plain }, caret });
  });

  it("is undefined for a template without one", () => {
    const draft = { title: "T", content: "<p>a</p>" };
    expect(takeCaret(draft)).toEqual({ draft, caret: undefined });
  });
});
