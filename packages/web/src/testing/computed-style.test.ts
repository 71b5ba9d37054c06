import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createComputedStyle } from "./computed-style.ts";

const NAMES = ["display", "visibility", "pointer-events", "overflow-x", "overflow-y"];
const PAGE = `
  <main style="visibility: hidden; pointer-events: none">
    <p>a <b>b</b> <span style="display: none">c</span></p>
    <div hidden>d</div>
    <dialog>e</dialog><dialog open>f</dialog>
    <details><summary>g</summary>h</details>
    <ul style="overflow-y: auto; visibility: visible"><li>i</li></ul>
    <table><tbody><tr><td>j</td></tr></tbody></table>
    <form><input type="hidden"><input type="checkbox"><button type="button">k</button><textarea></textarea></form>
    <svg><g style="pointer-events: auto"><path></path></g></svg>
    <script></script><style></style><template></template>
  </main>`;

describe("a computed style in jsdom", () => {
  let computeWhole: typeof getComputedStyle;
  beforeAll(() => {
    const { window: fresh } = document.body.appendChild(document.createElement("iframe")).contentWindow as Window & { window: Window };
    computeWhole = fresh.getComputedStyle.bind(fresh);
  });
  afterEach(() => document.body.replaceChildren());

  it("equals jsdom's own result", () => {
    const compute = createComputedStyle(computeWhole);
    document.body.innerHTML = PAGE;
    for (const element of document.body.querySelectorAll("*"))
      for (const name of NAMES)
        expect(`${element.localName} ${name} ${compute(element).getPropertyValue(name)}`).toBe(
          `${element.localName} ${name} ${computeWhole(element).getPropertyValue(name)}`,
        );
  });

  it("has all other properties too, by both of their names", () => {
    const compute = createComputedStyle(computeWhole);
    document.body.innerHTML = '<p style="font-size: 12px; --wide: 3; pointer-events: none"></p>';
    const style = compute(document.body.firstElementChild as Element);
    expect([style.fontSize, style.getPropertyValue("font-size"), style.getPropertyValue("--wide"), style.pointerEvents]).toEqual([
      "12px",
      "12px",
      "3",
      "none",
    ]);
  });
});
