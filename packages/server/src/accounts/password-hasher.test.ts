import type { Kdf } from "@satchel/contract/keys.ts";
import { signInSecretOf } from "@satchel/crypto/password-keys.ts";
import { describe, expect, it, vi } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

vi.setConfig({ testTimeout: 60_000 });

const KDF: Kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "AAECAwQFBgcICQoLDA0ODw" };
const SECRET = "s1_in8wX2AjnXLUiMLkp18e1iMjE_8YTC6cJ-ikEGnvzmk";

describe("encryption.md 3.1 plain passwords of other clients", () => {
  const hasher = createPasswordHasher();

  it("gives the secret of the first test vector", async () => {
    expect(await hasher.secretOf("Correct horse 1", KDF)).toBe(SECRET);
  });

  it("agrees with what a browser computes, whatever the letters", async () => {
    const password = " Ünï©ode Ａ１ 密码 ";
    expect(await hasher.secretOf(password, KDF)).toBe(((await signInSecretOf(password, KDF)) as { value: string }).value);
  });

  it("leaves a sign-in secret as it is and stretches nothing that cannot be a password", async () => {
    expect(await hasher.secretOf(SECRET, KDF)).toBe(SECRET);
    expect(await hasher.secretOf("x".repeat(1025), KDF)).toBeUndefined();
    expect(await hasher.secretOf("", KDF)).toBeUndefined();
  });

  it("keeps only a salted hash of the secret, at 19 MiB and two passes", async () => {
    const [one, two] = [await hasher.verifierOf(SECRET), await hasher.verifierOf(SECRET)] as [string, string];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await hasher.matches(one, SECRET)).toBe(true);
    expect(await hasher.matches(one, `${SECRET.slice(0, -1)}A`)).toBe(false);
  });
});
