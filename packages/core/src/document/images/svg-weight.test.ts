import { describe, expect, it } from "vitest";
import { hasTooManyElements } from "./svg-weight.ts";

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">${content}</svg>`;

/** Ten levels, each of which shows the one below ten times. */
const levels = (attribute: string): string =>
  Array.from({ length: 10 }, (_, at) => `<g id="l${at + 1}">${`<use ${attribute}="#l${at}"/>`.repeat(10)}</g>`).join("");

describe("a drawing that repeats its parts", () => {
  it.each(["href", "xlink:href", "x:href"])("is refused when it would show ten billion of them, by %s", (attribute) => {
    expect(hasTooManyElements(svg(`<rect id="l0"/>${levels(attribute)}`))).toBe(true);
  });

  it("is refused when it declares entities, or nests too deep to be counted", () => {
    expect(hasTooManyElements(`<!DOCTYPE svg [<!ENTITY a "<rect/>">]>${svg("&a;")}`)).toBe(true);
    expect(hasTooManyElements(svg("<g>".repeat(50_000)))).toBe(true);
  });

  it("is counted without what no element shows twice", () => {
    const drawing = svg('<path id="a"/><use href="#a"/>'.repeat(10));
    expect(hasTooManyElements(drawing, 32)).toBe(false);
    expect(hasTooManyElements(drawing, 31)).toBe(true);
  });

  it("is refused when a part shows itself, which would hide how often others are shown", () => {
    expect(hasTooManyElements(svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'))).toBe(true);
  });

  it("may refer to missing parts, and may be broken", () => {
    expect(hasTooManyElements(svg('<use href="#none"/><use/>'))).toBe(false);
    expect(hasTooManyElements("<svg")).toBe(false);
    expect(hasTooManyElements("")).toBe(false);
  });
});
