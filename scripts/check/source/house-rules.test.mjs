import { describe, expect, it } from "vitest";
import { checkCss, checkFile } from "./house-rules.mjs";
import { parseFile } from "./source-files.mjs";

const problemsOf = (path, code) => checkFile(parseFile(path, `/** A file. */\n${code}`)).map(({ problem }) => problem);
const rule = "packages/core/src/notes/plan.ts";
const part = "packages/web/src/features/tabs/TabStrip.tsx";

describe("House rules", () => {
  it.each([
    ["Date.now()", "export const at = Date.now();"],
    ["a bare new Date()", "export const at = new Date();"],
    ["Math.random", "export const pick = () => Math.random();"],
    ["window.localStorage", "export const theme = () => window.localStorage;"],
  ])("rejects %s", (_name, code) => {
    expect(problemsOf(rule, code)).toHaveLength(1);
  });

  it("allows each global in its home", () => {
    expect(problemsOf("packages/web/src/adapters/browser/clock.ts", "export const now = () => Date.now();")).toEqual([]);
    expect(problemsOf("packages/web/src/adapters/browser/settings.ts", "export const theme = () => window.localStorage;")).toEqual([]);
  });

  it("accepts only the straight apostrophe in sentences on screen", () => {
    const text = "packages/web/src/text/transfer/backup.ts";
    expect(problemsOf(text, 'export const full = "This device’s disk is full";')).toEqual(["write the straight apostrophe, '"]);
    expect(problemsOf(text, ["export const of = (drive: string) => `Your ", "{drive}’s trash`;"].join("$"))).toHaveLength(1);
    expect(problemsOf(text, `export const full = "This device's disk is full: “${1}”";`)).toEqual([]);
  });

  it("allows a date made from a number", () => {
    expect(problemsOf(rule, "export const at = (ms: number) => new Date(ms);")).toEqual([]);
  });

  it.each(["<p>Save it</p>", '<input aria-label="Title" />', '<img alt="A picture" />'])("rejects literal text in %s", (jsx) => {
    expect(problemsOf(part, `export const TabStrip = () => ${jsx};`)).toHaveLength(1);
  });

  it("allows signs, class names and looked-up sentences", () => {
    expect(problemsOf(part, 'export const TabStrip = () => <p className="tab strip">{text.title} · ×</p>;')).toEqual([]);
  });

  it.each(["packages/core/src/notes/utils.ts", "packages/core/src/notes/note-helpers.ts"])("rejects the name %s", (path) => {
    expect(problemsOf(path, "export const a = 1;")).toHaveLength(1);
  });

  it("requires a header", () => {
    expect(checkFile(parseFile(rule, "export const a = 1;"))).toHaveLength(1);
  });

  it("allows colors in styles/ only", () => {
    expect(checkCss("packages/web/src/features/tabs/tabs.module.css", ".tab { color: #fff; }")).toHaveLength(1);
    expect(checkCss("packages/web/src/features/tabs/tabs.module.css", "/* #fff */ #tab { color: var(--text); }")).toEqual([]);
    expect(checkCss("packages/web/src/styles/tokens.css", ":root { --text: #fff; }")).toEqual([]);
  });
});
