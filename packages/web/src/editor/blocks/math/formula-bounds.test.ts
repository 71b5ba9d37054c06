/** Bounds on formulas that grow. docs/threat-model.md "Expansions", decision 0026. */
import { describe, expect, it } from "vitest";
import { formulasShown, showFormula } from "./formulas.ts";

async function render(tex: string): Promise<HTMLElement> {
  const host = document.createElement("span");
  showFormula(host, () => tex, true);
  await formulasShown();
  return host;
}

/** Macros that double: 2 to the power of the last letter's place in the alphabet. */
const letters = "abcdefghijklmnopqrst";
const doubling = `${[...letters].map((letter, at) => `\\def\\z${letter}{${at === 0 ? "x" : `\\z${letters[at - 1]}\\z${letters[at - 1]}`}}`).join("")}\\zt`;

describe("decision 0026 formulas that grow", () => {
  it("renders a small formula", async () => {
    expect((await render("x^2")).querySelector("math")).not.toBeNull();
  });

  it("shows the source of a formula with macros that double a million times", async () => {
    const host = await render(doubling);
    expect(host.innerHTML.length).toBeLessThan(10_000);
    expect(host.querySelector("math")).toBeNull();
    expect(host.textContent).toContain("zt");
  });

  it("limits a rule that would cover the page", async () => {
    const host = await render("\\rule{9000em}{9000em}");
    // The annotation is the source, which is not shown.
    host.querySelector("annotation")?.remove();
    const sizes = [...host.innerHTML.matchAll(/([\d.]+)em/g)].map(([, size]) => Number(size));
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
  });
});
