import { describe, expect, it } from "vitest";
import { findTopLevelAwait } from "./top-level-await.mjs";

describe("a script with a top-level await", () => {
  it.each([
    ["const a = 1; await b();", 13],
    ["if (a) { for await (const b of c) d(b); }", 9],
    ["const a = { b: [await c] };", 16],
    ["(async () => await a)(); class B { async c() { await d; } }; async function e() { for await (const f of g); }", undefined],
    ["export const word = 'await me';", undefined],
  ])("is detected: %s", (source, at) => expect(findTopLevelAwait(source)).toBe(at));
});
