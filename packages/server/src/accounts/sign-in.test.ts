import { hash } from "@node-rs/argon2";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aKdf, aSecret } from "../testing/keys.ts";
import { createTestCounts, type TestCounts } from "../testing/test-counts.ts";
import type { Account } from "./account.ts";
import type { AccountRepo } from "./account-repo.ts";
import { ATTEMPT_LIMITS, createAttempts } from "./attempts.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import type { StoredPassword } from "./password-rows.ts";
import { createSignIn } from "./sign-in.ts";
import { createWorkQueue } from "./work-queue.ts";

vi.setConfig({ testTimeout: 60_000 });

const NOW = 1_000_000;
const account: Account = { id: "ada", email: "ada@example.org", plan: "free", needsOnboarding: false, createdAt: 0 };

let around: TestCounts;
beforeEach(async () => {
  around = await createTestCounts();
});
afterEach(() => around.close());

/** A sign-in over passwords in memory that counts the heavy jobs it starts. */
function createFixture(passwords: readonly StoredPassword[]) {
  const counted = { jobs: 0, asked: 0 };
  const queue = createWorkQueue({ parallel: 2, waiting: 10 });
  const hasher = createPasswordHasher((work) => {
    counted.jobs += 1;
    return queue(work);
  });
  const accounts: Pick<AccountRepo, "byEmail" | "passwordsOf"> = {
    byEmail: async (email) => {
      counted.asked += 1;
      return email === account.email ? account : undefined;
    },
    passwordsOf: async (id) => {
      counted.asked += 1;
      return id === account.id ? passwords : [];
    },
  };
  const surroundings = { now: () => NOW, wait: async () => undefined };
  const attempts = createAttempts({ counts: around.counts, around: surroundings, limits: ATTEMPT_LIMITS });
  const signIn = createSignIn({ accounts: accounts as AccountRepo, hasher, attempts, preloginKey: Buffer.alloc(32), now: () => NOW });
  return { signIn, counted };
}

async function aPassword(secret: string, part: Partial<StoredPassword> = {}): Promise<StoredPassword> {
  const verifier = await hash(secret, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  return { id: secret, kdf: aKdf(), verifier, pw: null, vaultId: null, signsIn: true, mailedUntil: undefined, ...part };
}

describe("issue 4: answers that do not tell by their time", () => {
  it("cost as many hashes for an unknown address as for an account, and for one with a mailed password", async () => {
    const own = await aPassword(aSecret());
    const mailed = await aPassword(aSecret(), { kdf: own.kdf, mailedUntil: NOW + 1 });
    const costs: object[] = [];
    for (const [passwords, email, password] of [
      [[], "nobody@example.org", aSecret()],
      [[own], account.email, aSecret()],
      [[own, mailed], account.email, aSecret()],
    ] as const) {
      const { signIn, counted } = createFixture(passwords);
      expect(await signIn.byPassword(email, password, "net")).toMatchObject({ code: "invalid-credentials" });
      costs.push({ ...counted });
    }
    expect(costs).toEqual(Array(3).fill({ jobs: 2, asked: 2 }));
  });

  it("ask the database as often before sign-in, whatever is behind the address", async () => {
    const own = await aPassword(aSecret());
    const asked: number[] = [];
    for (const email of ["nobody@example.org", account.email]) {
      const { signIn, counted } = createFixture([own]);
      await signIn.kdfOf(email);
      asked.push(counted.asked);
    }
    expect(asked).toEqual([2, 2]);
  });

  it("stretch a typed password once, whatever is behind the address", async () => {
    const own = await aPassword(aSecret());
    const mailed = await aPassword(aSecret(), { kdf: own.kdf, mailedUntil: NOW + 1 });
    for (const [passwords, email] of [
      [[], "nobody@example.org"],
      [[own, mailed], account.email],
    ] as const) {
      const { signIn, counted } = createFixture(passwords);
      await signIn.byPassword(email, "Typed password 1", "net");
      expect(counted.jobs).toBe(3);
    }
  });
});

describe("encryption.md 3.5 (4) a mailed password", () => {
  it("signs in until its time is over, and is none of the passwords that open keys or confirm", async () => {
    const secret = aSecret();
    const own = await aPassword(aSecret());
    const mailed = await aPassword(secret, { kdf: own.kdf, mailedUntil: NOW });
    const { signIn } = createFixture([own, mailed]);
    expect(await signIn.byPassword(account.email, secret, "net")).toMatchObject({ entry: { id: secret } });
    expect(await signIn.entryOf(account, secret, "net")).toMatchObject({ code: "invalid-credentials" });
    expect(await signIn.currentEntryOf(account, secret, "net")).toMatchObject({ code: "invalid-credentials" });
    const late = createFixture([own, { ...mailed, mailedUntil: NOW - 1 }]);
    expect(await late.signIn.byPassword(account.email, secret, "net")).toMatchObject({ code: "invalid-credentials" });
  });
});
