import { describe, expect, it } from "vitest";
import { formatCount } from "./counts.ts";

describe("A2.9 numbers", () => {
  it("groups thousands", () => {
    expect(formatCount(1482, "en-GB")).toBe("1,482");
  });
});
