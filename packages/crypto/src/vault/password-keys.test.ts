import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkKdf, newKdf, stretchBytes } from "../primitives/kdf.ts";
import { derivePasswordKeys, isSignInSecret, normalisePassword, signInSecretFromStretched } from "./password-keys.ts";

const kdf = newKdf();

describe("encryption.md 3.1 kdf", () => {
  it("uses the current parameters and a fresh salt each time", () => {
    expect(kdf).toMatchObject({ alg: "argon2id", m: 65_536, t: 3, p: 1 });
    expect(checkKdf(kdf)).toEqual({ ok: true, value: kdf });
    expect(newKdf().salt).not.toBe(kdf.salt);
  });

  it.each([{ m: 65_536, t: 10 }, { m: 1_048_576 }, { salt: "AAAAAAAAAAAAAAAAAAAAAA" }])("accepts %j", (change) => {
    expect(checkKdf({ ...kdf, ...change }).ok).toBe(true);
  });

  it.each([
    { alg: "argon2i" },
    { alg: undefined },
    { m: 65_535 },
    { m: 1_048_577 },
    { m: 65_536.5 },
    { m: "65536" },
    { m: Number.NaN },
    { t: 2 },
    { t: 11 },
    { p: 2 },
    { p: 0 },
    { salt: "AAAA" },
    { salt: `${kdf.salt}AA` },
    { salt: "AAAAAAAAAAAAAAAAAAAAAB" },
    { salt: 5 },
    { extra: 1 },
  ])("rejects %j", (change) => {
    expect(checkKdf({ ...kdf, ...change })).toEqual({ ok: false, problem: "kdf-refused" });
  });

  it.each([null, undefined, 5, "argon2id", [], {}])("rejects %j", (value) => {
    expect(checkKdf(value)).toEqual({ ok: false, problem: "kdf-refused" });
  });

  it("rejects anything that does not have exactly this form", () => {
    fc.assert(fc.property(fc.anything(), (value) => checkKdf(value).ok === false));
  });
});

describe("encryption.md 3.1 stretch", () => {
  it("accepts 1 to 1,024 bytes of NFKC in UTF-8, including spaces", () => {
    expect(normalisePassword("")).toEqual({ ok: false, problem: "password-empty" });
    expect(normalisePassword(" ").ok).toBe(true);
    expect(normalisePassword("é".repeat(512)).ok).toBe(true);
    expect(normalisePassword("é".repeat(513))).toEqual({ ok: false, problem: "password-too-long" });
    expect(normalisePassword("x".repeat(1_000_000))).toEqual({ ok: false, problem: "password-too-long" });
    // One ligature of three bytes becomes three letters.
    expect(normalisePassword("ﷺ".repeat(40))).toEqual({ ok: false, problem: "password-too-long" });
  });

  it("derives one secret however the keyboard composes the letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (password) => {
        expect(normalisePassword(password.normalize("NFD"))).toEqual(normalisePassword(password.normalize("NFC")));
      }),
    );
  });

  it("derives the same secret in one step and in the server's two", async () => {
    const normalised = normalisePassword("Correct horse 1");
    if (!normalised.ok) throw new Error(normalised.problem);
    const inTwo = await signInSecretFromStretched(await stretchBytes(normalised.value, kdf));
    const keys = await derivePasswordKeys("Correct horse 1", kdf);
    expect(keys).toMatchObject({ ok: true, value: { signInSecret: inTwo } });
  });

  it("returns a password key that cannot be exported", async () => {
    const keys = await derivePasswordKeys("Correct horse 1", kdf);
    if (!keys.ok) throw new Error(keys.problem);
    await expect(crypto.subtle.exportKey("raw", keys.value.passwordKey)).rejects.toThrow();
  });
});

describe("encryption.md 3.2 sign-in secret", () => {
  it("is distinguished from a typed password", () => {
    expect(isSignInSecret("s1_in8wX2AjnXLUiMLkp18e1iMjE_8YTC6cJ-ikEGnvzmk")).toBe(true);
    for (const typed of [
      "",
      "s1_",
      "s1_short",
      "Correct horse 1",
      `s1_${"A".repeat(44)}`,
      `s2_${"A".repeat(43)}`,
      `s1_${"A".repeat(42)}B`,
    ]) {
      expect(isSignInSecret(typed)).toBe(false);
    }
  });
});
