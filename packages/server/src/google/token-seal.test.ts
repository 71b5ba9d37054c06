import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { handleOf, isHandle, openToken, sealToken } from "./token-seal.ts";

const key = randomBytes(32);
const around = { randomBytes: (count: number) => randomBytes(count) };

describe("decision 0006 refresh tokens at rest", () => {
  it("open for the account they were sealed for, and differ each time", () => {
    const sealed = sealToken(key, "ada", { token: "1//refresh-token", around });
    expect(openToken(key, "ada", sealed)).toBe("1//refresh-token");
    expect(sealed).not.toBe(sealToken(key, "ada", { token: "1//refresh-token", around }));
  });

  it("do not open for another account, under another server secret, or when damaged", () => {
    const sealed = sealToken(key, "ada", { token: "1//refresh-token", around });
    const bytes = Buffer.from(sealed, "base64url");
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    expect(openToken(key, "grace", sealed)).toBeUndefined();
    expect(openToken(randomBytes(32), "ada", sealed)).toBeUndefined();
    expect(openToken(key, "ada", bytes.toString("base64url"))).toBeUndefined();
    expect(openToken(key, "ada", "")).toBeUndefined();
  });

  it("are represented in the browser by a handle per account and connection", () => {
    const handle = handleOf(key, "ada", "one");
    expect(isHandle(handle, handleOf(key, "ada", "one"))).toBe(true);
    expect([handleOf(key, "ada", "two"), handleOf(key, "grace", "one"), "", "h1_"].some((other) => isHandle(handle, other))).toBe(false);
  });
});
