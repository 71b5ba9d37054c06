import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { derivePasswordKeys } from "@satchel/crypto/vault/password-keys.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isRefused } from "../../shared/refusal.ts";
import { aKdf, aSecret } from "../../testing/keys.ts";
import { createTestCounts, type TestCounts } from "../../testing/test-counts.ts";
import type { Account, AccountRepo } from "../account-repo.ts";
import { DEFAULT_SHAPE } from "../passwords/kdf-shapes.ts";
import { mailedVerifierOf } from "../passwords/new-password.ts";
import { createPasswordHasher } from "../passwords/password-hasher.ts";
import type { StoredPassword } from "../passwords/password-rows.ts";
import { createWorkQueue, type WorkQueue } from "../passwords/work-queue.ts";
import { ATTEMPT_LIMITS, createAttempts } from "./attempts.ts";
import { createKnownDevices } from "./known-devices.ts";
import { createSignIn } from "./sign-in.ts";

vi.setConfig({ testTimeout: 60_000 });

const NOW = 1_000_000;
const account: Account = { id: "ada", email: "ada@example.org", plan: "free", needsOnboarding: false, createdAt: 0 };

let around: TestCounts;
beforeEach(async () => {
  around = await createTestCounts();
});
afterEach(() => around.close());

/** A sign-in over in-memory passwords that counts the heavy jobs it starts. */
function createFixture(passwords: readonly StoredPassword[]) {
  const counted = { jobs: 0, asked: 0 };
  const queue = createWorkQueue({ parallel: 2, waiting: 10 });
  const counting: WorkQueue = (work) => {
    counted.jobs += 1;
    return queue(work);
  };
  const hasher = createPasswordHasher({ verifiers: counting, typed: counting });
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
  const environment = { now: () => NOW, wait: async () => undefined };
  const attempts = createAttempts({ counts: around.counts, around: environment, limits: ATTEMPT_LIMITS });
  const knownDevices = createKnownDevices(Buffer.alloc(32, 1), randomBytes);
  const signIn = createSignIn({
    accounts: accounts as AccountRepo,
    hasher,
    attempts,
    knownDevices,
    preloginKey: Buffer.alloc(32),
    kdfShapes: async () => [DEFAULT_SHAPE],
    applyDueReset: async () => undefined,
    now: () => NOW,
  });
  return { signIn, counted, knownDevices };
}

async function aPassword(secret: string, part: Partial<StoredPassword> = {}): Promise<StoredPassword> {
  const verifier = await hash(secret, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  return { id: secret, kdf: aKdf(), verifier, pw: null, vaultId: null, signsIn: true, mailedUntil: undefined, ...part };
}

/** A mailed password as a reset stores it. */
function aMailed(secret: string, { kdf }: StoredPassword, mailedUntil: number): StoredPassword {
  return { id: secret, kdf, verifier: mailedVerifierOf(secret), pw: null, vaultId: null, signsIn: true, mailedUntil };
}

describe("decision 0006: responses that reveal nothing by their timing", () => {
  it("cost one hash count for unknown addresses, accounts and mailed passwords alike", async () => {
    const own = await aPassword(aSecret());
    const mailed = aMailed(aSecret(), own, NOW + 1);
    const costs: object[] = [];
    for (const [passwords, email, password] of [
      [[], "nobody@example.org", aSecret()],
      [[own], account.email, aSecret()],
      [[own, mailed], account.email, aSecret()],
    ] as const) {
      const { signIn, counted } = createFixture(passwords);
      expect(await signIn.byPassword({ email: email, password: password }, "net")).toMatchObject({ code: "invalid-credentials" });
      costs.push({ ...counted });
    }
    expect(costs).toEqual(Array(3).fill({ jobs: 1, asked: 2 }));
  });

  it("cause the same number of queries before sign-in for any address", async () => {
    const own = await aPassword(aSecret());
    const asked: number[] = [];
    for (const email of ["nobody@example.org", account.email]) {
      const { signIn, counted } = createFixture([own]);
      await signIn.kdfOf(email);
      asked.push(counted.asked);
    }
    expect(asked).toEqual([2, 2]);
  });

  it("stretch a typed password once for any address", async () => {
    const own = await aPassword(aSecret());
    const mailed = aMailed(aSecret(), own, NOW + 1);
    for (const typed of ["Typed password 1", "ABCDEFGHJKMNPQRSTVWX"])
      for (const [passwords, email] of [
        [[], "nobody@example.org"],
        [[own, mailed], account.email],
      ] as const) {
        const { signIn, counted } = createFixture(passwords);
        await signIn.byPassword({ email: email, password: typed }, "net");
        expect(counted.jobs).toBe(2);
      }
  });
});

describe("encryption.md 3.5 (4) a mailed password", () => {
  it("signs in until it expires, but neither opens keys nor confirms changes", async () => {
    const secret = aSecret();
    const own = await aPassword(aSecret());
    const mailed = aMailed(secret, own, NOW);
    const { signIn } = createFixture([own, mailed]);
    expect(await signIn.byPassword({ email: account.email, password: secret }, "net")).toMatchObject({ entry: { id: secret } });
    expect(await signIn.entryOf(account, secret, "net")).toMatchObject({ code: "invalid-credentials" });
    expect(await signIn.currentEntryOf(account, secret, "net")).toMatchObject({ code: "invalid-credentials" });
    const expired = createFixture([own, { ...mailed, mailedUntil: NOW - 1 }]);
    expect(await expired.signIn.byPassword({ email: account.email, password: secret }, "net")).toMatchObject({
      code: "invalid-credentials",
    });
  });

  it("signs in while guesses are rejected, and lifts the owner's lock", async () => {
    const typed = "ABCDEFGHJKMNPQRSTVWX";
    const own = await aPassword(aSecret());
    const keys = await derivePasswordKeys(typed, own.kdf);
    if (!keys.ok) throw new Error("no secret");
    for (const password of [keys.value.signInSecret, typed]) {
      const { signIn, counted } = createFixture([own, aMailed(keys.value.signInSecret, own, NOW)]);
      for (let tried = 0; tried < 10; tried += 1) await signIn.byPassword({ email: account.email, password: aSecret() }, "net");
      expect(await signIn.byPassword({ email: account.email, password: own.id }, "net")).toMatchObject({ code: "rate-limited" });
      counted.jobs = 0;
      expect(await signIn.byPassword({ email: account.email, password: aSecret() }, "net")).toMatchObject({ code: "rate-limited" });
      expect(await signIn.byPassword({ email: account.email, password: "Typed password 1" }, "net")).toMatchObject({
        code: "rate-limited",
      });
      // Rejected guesses cost no hash.
      expect(counted.jobs).toBe(0);
      expect(await signIn.byPassword({ email: account.email, password: password }, "net")).toMatchObject({
        entry: { id: keys.value.signInSecret },
      });
      expect(await signIn.byPassword({ email: account.email, password: own.id }, "net")).toMatchObject({ entry: { id: own.id } });
    }
  });
});

describe("concurrent attempts", () => {
  it("respect the limit like sequential ones", async () => {
    const own = await aPassword(aSecret());
    const { signIn, counted } = createFixture([own]);

    const answers = await Promise.all(
      Array.from({ length: 33 }, () => signIn.byPassword({ email: account.email, password: aSecret() }, "net")),
    );

    const codes = answers.map((answer) => (isRefused(answer) ? answer.code : "in"));
    expect(codes.filter((code) => code === "invalid-credentials").length).toBeLessThanOrEqual(10);
    expect(counted.jobs).toBeLessThanOrEqual(10);
  });

  it("are not counted if the password is right", async () => {
    const secret = aSecret();
    const { signIn } = createFixture([await aPassword(secret)]);
    for (let round = 0; round < 8; round += 1)
      for (const answer of await Promise.all([1, 2, 3, 4].map(() => signIn.byPassword({ email: account.email, password: secret }, "net"))))
        expect(isRefused(answer)).toBe(false);
  });
});

/** Changes the token for certain: replacement letters might by chance equal the last ones. */
const withOtherEnd = (token: string) => `${token.slice(0, -2)}${token.at(-2) === "A" ? "B" : "A"}${token.at(-1)}`;

describe("a known device of an account", () => {
  const exhaust = async (signIn: ReturnType<typeof createFixture>["signIn"], email = account.email) => {
    for (let at = 0; at < 12; at += 1) await signIn.byPassword({ email, password: aSecret() }, "net");
  };

  it("signs in although strangers in its network have used up all attempts", async () => {
    const secret = aSecret();
    const { signIn, knownDevices } = createFixture([await aPassword(secret)]);
    const deviceToken = knownDevices.issue(account.id);
    await exhaust(signIn);
    for (let at = 0; at < 10; at += 1) await exhaust(signIn, `user${at}@example.org`);

    expect(await signIn.byPassword({ email: account.email, password: secret }, "net")).toMatchObject({ code: "rate-limited" });
    expect(await signIn.byPassword({ email: account.email, password: secret, deviceToken }, "net")).toMatchObject({ account });
  });

  it("has a limit of its own, and needs a valid token of this account", async () => {
    const secret = aSecret();
    const { signIn, knownDevices } = createFixture([await aPassword(secret)]);
    const deviceToken = knownDevices.issue(account.id);
    for (let at = 0; at < 10; at += 1) await signIn.byPassword({ email: account.email, password: aSecret(), deviceToken }, `net${at}`);
    expect(await signIn.byPassword({ email: account.email, password: secret, deviceToken }, "fresh")).toMatchObject({
      code: "rate-limited",
    });
    await exhaust(signIn);
    for (const token of [knownDevices.issue("grace"), withOtherEnd(knownDevices.issue(account.id)), "d1_", "", "x".repeat(128)])
      expect(await signIn.byPassword({ email: account.email, password: secret, deviceToken: token }, "net")).toMatchObject({
        code: "rate-limited",
      });
  });
});

describe("typed passwords", () => {
  it("are stretched at most ten times a minute per account and network", async () => {
    const { signIn, counted } = createFixture([]);
    const codes: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const answer = await signIn.byPassword({ email: `user${at}@example.org`, password: "Typed password 1" }, `net${at % 2}`);
      codes.push(isRefused(answer) ? answer.code : "in");
    }
    expect(codes).toEqual(Array(12).fill("invalid-credentials"));
    counted.jobs = 0;
    for (let at = 0; at < 11; at += 1) await signIn.byPassword({ email: "one@example.org", password: "Typed password 1" }, "other");
    expect(await signIn.byPassword({ email: "one@example.org", password: "Typed password 1" }, "other")).toMatchObject({
      code: "rate-limited",
    });
    expect(counted.jobs).toBe(20);
  });
});
