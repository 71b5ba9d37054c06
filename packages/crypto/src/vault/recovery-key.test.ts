import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newRecoveryKey, parseRecoveryKey, recoveryGroups, recoveryKeyId, recoveryKeyText } from "./recovery-key.ts";

const keys = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => new Uint8Array(bytes));

describe("encryption.md 3.2 recovery key on screen", () => {
  it("has nine groups of four, and is parsed back", async () => {
    await fc.assert(
      fc.asyncProperty(keys, async (rk) => {
        const text = await recoveryKeyText(rk);
        expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z]{4}$/);
        expect(recoveryGroups(text)).toHaveLength(9);
        expect(await parseRecoveryKey(text)).toEqual({ ok: true, value: rk });
      }),
    );
  });

  it("accepts common ways of typing it", async () => {
    await fc.assert(
      fc.asyncProperty(keys, fc.constantFrom("o", "O", "0"), fc.constantFrom("i", "l", "I", "L"), async (rk, zero, one) => {
        const text = (await recoveryKeyText(rk)).replaceAll("0", zero).replaceAll("1", one);
        expect(await parseRecoveryKey(` ${text.toLowerCase().replaceAll("-", " . ")}\n`)).toEqual({ ok: true, value: rk });
      }),
    );
  });

  it("detects one wrong letter or two swapped ones before trying the key", async () => {
    await fc.assert(
      fc.asyncProperty(keys, fc.nat(34), fc.integer({ min: 1, max: 31 }), async (rk, at, by) => {
        const letters = [...(await recoveryKeyText(rk)).replaceAll("-", "")];
        const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        const wrong = letters.with(at, alphabet[(alphabet.indexOf(letters[at] as string) + by) % 32] as string);
        expect(await parseRecoveryKey(wrong.join(""))).toEqual({ ok: false, problem: "mistyped" });
        const swapped = letters.with(at, letters[at + 1] as string).with(at + 1, letters[at] as string);
        if (swapped.join() !== letters.join()) expect((await parseRecoveryKey(swapped.join(""))).ok).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it.each(["", "hello", "U".repeat(36), "0".repeat(35), "0".repeat(37), `${"0".repeat(35)}é`, `${"0".repeat(35)}字`])(
    "rejects %j",
    async (text) => {
      expect(await parseRecoveryKey(text)).toEqual({ ok: false, problem: "malformed" });
    },
  );

  it("has an id that does not reveal the key", async () => {
    const rk = newRecoveryKey();
    expect(await recoveryKeyId(rk)).toMatch(/^[A-Za-z0-9_-]{8}$/);
    expect(await recoveryKeyId(newRecoveryKey())).not.toBe(await recoveryKeyId(rk));
  });
});
