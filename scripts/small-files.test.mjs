import { describe, expect, it } from "vitest";
import { isTooSmall } from "./small-files.mjs";
import { parseFile } from "./source-files.mjs";

const isSmall = (code, path = "packages/core/src/a.ts") => isTooSmall(parseFile(path, code));

describe("Small files", () => {
  it("have under 30 lines and export a function", () => {
    expect(isSmall("export function plan() {\n  return 1;\n}\n")).toBe(true);
    expect(isSmall("export const plan = () => 1;\n")).toBe(true);
    expect(isSmall("export class Plan {\n  run() {}\n}\n")).toBe(true);
    expect(isSmall(`export function plan() {\n${"  use();\n".repeat(28)}}\n`)).toBe(false);
  });

  it("include files that only re-export", () => {
    expect(isSmall('export { plan } from "./plan.ts";\n')).toBe(true);
    expect(isSmall('export * from "./plan.ts";\n')).toBe(true);
    expect(isSmall('export type { Plan } from "./plan.ts";\n')).toBe(false);
  });

  it("exclude types, constants and tables of sentences", () => {
    expect(isSmall("export type Plan = { readonly kind: string };\nexport interface Port {\n  run(): void;\n}\n")).toBe(false);
    expect(isSmall("export const LIMITS = { chars: 40 } as const;\nexport const ID = /^[a-z]+$/;\n")).toBe(false);
    expect(isSmall("export const text = { notes: (count: number) => String(count) };\n")).toBe(false);
    expect(isSmall("export const clock = { now() {\n  return read();\n} };\n")).toBe(true);
  });

  it("exclude components, tests and programs", () => {
    expect(isSmall("export function NoteRow() {\n  return <p />;\n}\n", "packages/web/src/NoteRow.tsx")).toBe(false);
    expect(isSmall('export const NoteRow = lazyComponent(() => import("./NoteRow.tsx"));\n', "packages/web/src/lazy-row.ts")).toBe(false);
    expect(isSmall("export class Contained extends Component {\n  render() {}\n}\n", "packages/web/src/Contained.tsx")).toBe(false);
    expect(isSmall("export function plan() {}\n", "packages/core/src/testing/plan.ts")).toBe(false);
    expect(isSmall('import { run } from "./run.ts";\nawait run();\n')).toBe(false);
  });
});
