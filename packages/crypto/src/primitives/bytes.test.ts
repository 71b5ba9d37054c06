import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { b64, parseB64, parseUtf8, toBytes, utf8 } from "./bytes.ts";

const anyBytes = fc.uint8Array({ maxLength: 400 });

describe("encryption.md 3.1 b64", () => {
  it("encodes base64url without padding, like Node", () => {
    fc.assert(fc.property(anyBytes, (bytes) => b64(bytes) === Buffer.from(bytes).toString("base64url")));
    const large = new Uint8Array(100_000).map((_, i) => i % 251);
    expect(b64(large)).toBe(Buffer.from(large).toString("base64url"));
  });

  it("decodes its own output, and only one text per byte string", () => {
    fc.assert(fc.property(anyBytes, (bytes) => void expect(parseB64(b64(bytes))).toEqual(toBytes(bytes))));
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ABab09-_"), maxLength: 12 }), (text) => {
        const bytes = parseB64(text);
        if (bytes !== undefined) expect(b64(bytes)).toBe(text);
      }),
    );
  });

  it.each(["A", "AB", "A=", "AA==", "A+", "A/", "AAA ", "ÄA", "AAAAA"])("rejects %j", (text) => {
    expect(parseB64(text)).toBeUndefined();
  });
});

describe("UTF-8", () => {
  it("is decoded strictly, keeping a byte order mark", () => {
    expect(parseUtf8(Uint8Array.of(0xff))).toBeUndefined();
    expect(parseUtf8(utf8("\ufeffa"))).toBe("\ufeffa");
  });
});
