import { describe, expect, it } from "vitest";
import { checkNode } from "./start-problem.ts";

describe("decision 0015: the Node version of the built server", () => {
  it.each([{ node: "22.14.0", napi: "10" }, { node: "24.21.0", napi: "10" }, { node: "26.10.0", napi: "11" }, process.versions])(
    "accepts $node",
    (versions) => {
      expect(() => checkNode(versions)).not.toThrow();
    },
  );

  it.each([
    { node: "20.20.2", napi: "9" },
    { node: "22.13.1", napi: "9" },
    { node: "23.5.0", napi: "9" },
  ])("rejects $node in one line", (versions) => {
    expect(() => checkNode(versions)).toThrow(new RegExp(`^Satchel needs Node 22\\.14 or newer and this is ${versions.node}\\.[^\\n]*$`));
  });
});
