import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEmailAddress, normalizeEmail } from "./limits.ts";

describe("A5 Email", () => {
  it.each(["a@b.co", " Ada@Example.ORG ", "first.last+tag@sub.example.com", "用户@例子.广告", "o'neil@example.com"])(
    "accepts %s",
    (email) => {
      expect(isEmailAddress(email)).toBe(true);
    },
  );

  it.each(["", "a", "a@", "@b.co", "a@b", "a b@c.de", "a@b..co", "a@b.co\u0000", "a@@b.co", "<a@b.co>", `${"a".repeat(250)}@b.co`])(
    "rejects %j",
    (email) => {
      expect(isEmailAddress(email)).toBe(false);
    },
  );

  it("normalizes addresses for comparison", () => {
    expect(normalizeEmail("  ＡDA@example.com ")).toBe("ada@example.com");
    fc.assert(fc.property(fc.emailAddress(), (email) => normalizeEmail(normalizeEmail(email)) === normalizeEmail(email)));
  });
});
