import { describe, expect, it } from "vitest";
import { notKept, scriptsOf, withImports } from "./check-sizes.mjs";

describe("what a page loads", () => {
  it("is what it names and preloads, with all that they import, each once; lazy modules are left out", () => {
    const html = '<link rel="modulepreload" href="/assets/b.js"><script src="/assets/a.js"></script><link href="/assets/a.css">';
    const files = {
      "assets/a.js": 'import{x}from"./b.js";import "./c.js";const late=()=>import("./late.js");',
      "assets/b.js": 'export{y}from"./c.js";',
      "assets/c.js": 'import{z}from"./a.js";',
    };

    expect([...withImports(scriptsOf(html), (file) => files[file])].sort()).toEqual(Object.keys(files));
  });
});

describe("what the service worker keeps", () => {
  it("is every script, or those that it lacks are named", () => {
    const worker = 'precache([{"revision":null,"url":"assets/a.js"},{"revision":null,"url":"assets/late.js.map"}])';

    expect(notKept(["assets/a.js", "assets/late.js"], worker)).toEqual(["assets/late.js"]);
  });
});
