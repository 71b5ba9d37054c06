import { describe, expect, it } from "vitest";
import { allowOnlyOwnScripts, type PolicyFactory } from "./own-scripts.ts";

function rule(): (url: string) => string {
  let found: ((url: string) => string) | undefined;
  const factory: PolicyFactory = {
    createPolicy(_name, { createScriptURL }) {
      found = createScriptURL;
    },
  };
  allowOnlyOwnScripts({ origin: "https://notes.example.org", factory });
  if (found === undefined) throw new Error("no policy was made");
  return found;
}

describe("decision 0007 only our own scripts", () => {
  it.each(["/sw.js", "/assets/search-worker-C4Ycum3R.js", "https://notes.example.org/assets/image-worker-BeK44kAK.js"])(
    "allows %s",
    (url) => {
      expect(rule()(url)).toBe(url);
    },
  );

  it.each([
    "https://elsewhere.example/assets/a.js",
    "//elsewhere.example/sw.js",
    "data:text/javascript,alert(1)",
    "blob:https://notes.example.org/9f2c",
    "javascript:alert(1)",
    "/api/files/download/1.js",
    "/drive/v3/files/x?alt=media",
    "/assets/../api/files/a.js",
    "/assets/a.js/../../drive/v3/files/x",
  ])("rejects %s", (url) => {
    expect(() => rule()(url)).toThrow(TypeError);
  });
});
