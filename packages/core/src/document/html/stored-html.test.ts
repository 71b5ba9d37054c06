import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ElementRule, OWN_NODE, STORED_MARKS, STORED_NODES } from "./stored-html.ts";

const doc = readFileSync(new URL("../../../../../docs/stored-html.md", import.meta.url), "utf8");

function describeRule(name: string, rule: ElementRule): string {
  if (name === "toggleBody") return `| ${name} | what follows the title | – |`;
  if (rule.opaque) return `| ${name} | \`<${rule.tag} ${OWN_NODE}="…">\` | the whole element, unchanged |`;
  const fixed = Object.entries(rule.fixed ?? {}).map(([attribute, value]) => ` ${attribute}="${value}"`);
  const tag = name === "heading" ? "h1> <h2> <h3> <h4> <h5> <h6" : rule.tag;
  const markup = `\`<${tag}${fixed.join("")}>${rule.inner === undefined ? "" : `<${rule.inner}>`}\``;
  const attributes = rule.attributes.map((attribute) =>
    attribute.content
      ? attribute.check.accepts
      : `\`${attribute.style ? `style="${attribute.html}"` : attribute.html}\` ${attribute.check.accepts}`,
  );
  return `| ${name} | ${markup} | ${attributes.join("; ") || "–"} |`;
}

describe("docs/stored-html.md", () => {
  it.each([...Object.entries(STORED_NODES), ...Object.entries(STORED_MARKS)])(
    "contains the row of %s as the table defines it",
    (name, rule) => {
      expect(doc.split("\n")).toContain(describeRule(name, rule));
    },
  );
});
