import { describe, expect, it } from "vitest";
import { notKept, scriptsOf, withImports } from "./check-sizes.mjs";

describe("scripts of a page", () => {
  it("are those it names and preloads with their static imports, each once", () => {
    const html = '<link rel="modulepreload" href="/assets/b.js"><script src="/assets/a.js"></script><link href="/assets/a.css">';
    const files = {
      "assets/a.js": 'import{x}from"./b.js";import "./c.js";const late=()=>import("./late.js");',
      "assets/b.js": 'export{y}from"./c.js";',
      "assets/c.js": 'import{z}from"./a.js";',
    };

    expect([...withImports(scriptsOf(html), (file) => files[file])].sort()).toEqual(Object.keys(files));
  });
});

describe("scripts cached by the service worker", () => {
  it("include every script, or the missing ones are named", () => {
    const worker = 'precache([{"revision":null,"url":"assets/a.js"},{"revision":null,"url":"assets/late.js.map"}])';

    expect(notKept(["assets/a.js", "assets/late.js"], worker)).toEqual(["assets/late.js"]);
  });
});
