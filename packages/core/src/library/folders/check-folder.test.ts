import { describe, expect, it } from "vitest";
import { checkFolder } from "./check-folder-change.ts";

describe("A5 folder creation", () => {
  it.each([
    ["", "name-missing"],
    ["   ", "name-missing"],
    ["x".repeat(256), "name-too-long"],
    [` ${"x".repeat(255)} `, undefined],
    ["Field notes", undefined],
  ])("checks the name %j: %s", (name, problem) => {
    expect(checkFolder({ name, description: "", color: "#3B82F6" }, []).name).toBe(problem);
  });

  it.each([
    ["recipes ", "name-taken"],
    ["ＲＥＣＩＰＥＳ", "name-taken"],
    ["Recipes (2)", undefined],
  ])("checks %j beside a folder Recipes: %s", (name, problem) => {
    expect(checkFolder({ name, description: "", color: "" }, [{ name: "Recipes" }]).name).toBe(problem);
  });

  it("limits the description", () => {
    expect(checkFolder({ name: "a", description: "x".repeat(1001), color: "" }, [])).toEqual({ description: "description-too-long" });
    expect(checkFolder({ name: "a", description: "x".repeat(1000), color: "" }, [])).toEqual({});
  });
});
