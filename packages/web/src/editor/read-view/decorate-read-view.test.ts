import { describe, expect, it } from "vitest";
import { decorateReadView } from "./decorate-read-view.ts";

describe("visual.md: a text that is read, by the keyboard alone", () => {
  it("can be scrolled to the end of a long line of code", () => {
    const template = document.createElement("template");
    template.innerHTML = "<p>before</p><pre><code>a long line</code></pre>";
    decorateReadView(template.content);
    expect(template.content.querySelector("pre")?.tabIndex).toBe(0);
    expect(template.content.querySelector("p")?.tabIndex).toBe(-1);
  });
});
