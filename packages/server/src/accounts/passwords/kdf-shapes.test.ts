import { prelogin, register } from "@satchel/contract/accounts/auth.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, aSecret, aVault, toNewVault } from "../../testing/keys.ts";
import { createTestServer, type TestServer } from "../../testing/test-server.ts";
import { DEFAULT_SHAPE, type KdfShape } from "./kdf-shapes.ts";
import { kdfOfUnknown } from "./new-password.ts";

const KEY = Buffer.alloc(32, 7);
const STRONG: KdfShape = { m: 131_072, t: 4, count: 3 };
const addresses = Array.from({ length: 400 }, (_, at) => `nobody${at}@example.org`);

describe("encryption.md 3.5 (2) the kdf of an unknown address", () => {
  it("has the parameters of accounts as often as these have them", () => {
    const shapes = [{ ...DEFAULT_SHAPE, count: 1 }, STRONG];
    const strong = addresses.filter((email) => kdfOfUnknown(KEY, email, shapes).m === STRONG.m).length;
    expect(strong / addresses.length).toBeGreaterThan(0.65);
    expect(strong / addresses.length).toBeLessThan(0.85);
    expect(new Set(addresses.map((email) => kdfOfUnknown(KEY, email, shapes).salt)).size).toBe(addresses.length);
  });

  it("stays the same for an address unless its parameters change, and then has another salt", () => {
    const [before, after] = [[{ ...DEFAULT_SHAPE, count: 99 }], [{ ...DEFAULT_SHAPE, count: 99 }, STRONG]];
    for (const email of addresses) {
      const [one, other] = [kdfOfUnknown(KEY, email, before), kdfOfUnknown(KEY, email, after)];
      if (other.m === one.m) expect(other).toEqual(one);
      else expect(other.salt).not.toBe(one.salt);
    }
  });
});

describe("prelogin of a server whose accounts have a stronger kdf", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer();
  });
  afterEach(() => server.close());

  it("returns the parameters of its accounts for unknown addresses", async () => {
    const email = "ada@example.org";
    const kdf = { ...aKdf(), m: STRONG.m, t: STRONG.t };
    await server.call(register, { email, password: aSecret(), kdf, keys: toNewVault(aVault()) });

    const asked = await Promise.all([email, ...addresses.slice(0, 5)].map((each) => server.call(prelogin, { email: each })));

    for (const answer of asked) expect(answer.reply().kdf).toMatchObject({ m: STRONG.m, t: STRONG.t });
  });
});
