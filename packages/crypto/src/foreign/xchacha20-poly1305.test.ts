import { describe, expect, it } from "vitest";
import { openXChaCha20Poly1305 } from "./xchacha20-poly1305.ts";

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replace(/\s/g, ""), "hex"));
const KEY = hex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
const NONCE = hex("404142434445464748494a4b4c4d4e4f5051525354555657");
const ADDITIONAL = hex("50515253c0c1c2c3c4c5c6c7");
const SEALED = hex(`
  bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452
  2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49`);

describe("XChaCha20-Poly1305", () => {
  it("opens the vector of its draft (A.3.1)", () => {
    expect(Buffer.from(openXChaCha20Poly1305(KEY, NONCE, { sealed: SEALED, additional: ADDITIONAL }) ?? []).toString()).toBe(
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
    );
  });

  it("refuses any byte that is not what it was", () => {
    for (const at of [0, 50, SEALED.length - 1]) {
      const changed = SEALED.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(openXChaCha20Poly1305(KEY, NONCE, { sealed: changed, additional: ADDITIONAL })).toBeUndefined();
    }
    expect(openXChaCha20Poly1305(KEY, NONCE, { sealed: SEALED, additional: new Uint8Array(0) })).toBeUndefined();
    expect(openXChaCha20Poly1305(KEY, NONCE, { sealed: SEALED.subarray(0, 5), additional: ADDITIONAL })).toBeUndefined();
  });
});
