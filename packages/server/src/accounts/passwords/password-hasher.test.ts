import type { Kdf } from "@satchel/contract/accounts/keys.ts";
import { derivePasswordKeys, type PasswordKeys } from "@satchel/crypto/vault/password-keys.ts";
import { describe, expect, it, vi } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

vi.setConfig({ testTimeout: 60_000 });

const KDF: Kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "AAECAwQFBgcICQoLDA0ODw" };
const WHO = { account: "ada@example.org", network: "net" };
const SECRET = "s1_in8wX2AjnXLUiMLkp18e1iMjE_8YTC6cJ-ikEGnvzmk";

describe("encryption.md 3.1 plain passwords of other clients", () => {
  const hasher = createPasswordHasher();

  it("computes the secret of the first test vector", async () => {
    expect(await hasher.secretOf("Correct horse 1", KDF, WHO)).toBe(SECRET);
  });

  it("computes the same secret as a browser for any characters", async () => {
    const password = " Ünï©ode Ａ１ 密码 ";
    expect(await hasher.secretOf(password, KDF, WHO)).toBe(
      ((await derivePasswordKeys(password, KDF)) as { value: PasswordKeys }).value.signInSecret,
    );
  });

  it("returns a sign-in secret unchanged, and does not stretch impossible passwords", async () => {
    expect(await hasher.secretOf(SECRET, KDF, WHO)).toBe(SECRET);
    expect(await hasher.secretOf("x".repeat(1025), KDF, WHO)).toBeUndefined();
    expect(await hasher.secretOf("", KDF, WHO)).toBeUndefined();
  });

  it("stores only a salted hash of the secret, with 19 MiB and two passes", async () => {
    const [one, two] = [await hasher.verifierOf(SECRET, WHO), await hasher.verifierOf(SECRET, WHO)] as [string, string];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await hasher.matches(one, SECRET, WHO)).toBe(true);
    expect(await hasher.matches(one, `${SECRET.slice(0, -1)}A`, WHO)).toBe(false);
  });

  it("accepts parameters up to the maximum for new passwords", async () => {
    expect(await hasher.secretOf("Correct horse 1", { ...KDF, m: 131_072, t: 4 }, WHO)).toMatch(/^s1_/);
    expect(await hasher.secretOf("Correct horse 1", { ...KDF, m: 131_073 }, WHO)).toBeUndefined();
    expect(await hasher.secretOf("Correct horse 1", { ...KDF, t: 5 }, WHO)).toBeUndefined();
  });

  it("stretches for others while one account and one network wait", async () => {
    const ask = (account: string, network: string) => hasher.secretOf("Correct horse 1", KDF, { account, network });
    const flood = [
      ...Array.from({ length: 9 }, () => ask("mallory@example.org", "net")),
      ...Array.from({ length: 9 }, (_, at) => ask(`user${at}@example.org`, "net")),
    ];
    const other = await ask("ada@example.org", "home");

    expect(other).toBe(SECRET);
    const refused = (await Promise.all(flood)).filter((answer) => typeof answer === "object");
    expect(refused).toHaveLength(13);
  });
});
