import { describe, expect, it } from "vitest";
import { bearerOf } from "./route.ts";

describe("decision 0006 Authorization", () => {
  it.each(["Basic abc_-9", "Bearer abc_-9", "bearer   abc_-9", "BASIC abc_-9"])("accepts %s", (header) => {
    expect(bearerOf(header)).toBe("abc_-9");
  });

  it.each([undefined, "", "abc", "Digest abc", "Bearer", "Bearer a b", "Bearer YTpi=", `Bearer ${"a".repeat(201)}`])(
    "rejects %s",
    (header) => {
      expect(bearerOf(header)).toBeUndefined();
    },
  );
});
