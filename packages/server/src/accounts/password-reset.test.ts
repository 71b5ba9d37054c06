import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { Database } from "../db/open-database.ts";
import { createTestCounts } from "../testing/test-counts.ts";
import type { Account, AccountRepo } from "./account-repo.ts";
import { createPasswordReset } from "./password-reset.ts";
import { DEFAULT_SHAPE } from "./passwords/kdf-shapes.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";

const ada: Account = { id: "ada", email: "ada@example.org", plan: "free", needsOnboarding: false, createdAt: 0 };

describe("A2.4 the response reveals nothing, not even by its timing", () => {
  it("responds before any lookup, hashing or mail", async () => {
    const { counts, close } = await createTestCounts();
    const done: string[] = [];
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const accounts: Pick<AccountRepo, "byEmail" | "passwordsOf"> = {
      byEmail: async (email) => {
        await held;
        done.push(`looked up ${email}`);
        return email === ada.email ? ada : undefined;
      },
      passwordsOf: async () => [],
    };
    const reset = createPasswordReset({
      db: {} as Database,
      counts,
      accounts: accounts as AccountRepo,
      // The password is stretched for every address; otherwise the load would reveal which addresses have accounts.
      hasher: { secretOf: async () => `s1_${done.push("stretched")}` } as unknown as PasswordHasher,
      activity: { record: async () => undefined },
      preloginKey: Buffer.alloc(32),
      kdfShapes: async () => [DEFAULT_SHAPE],
      mailer: { send: async () => void done.push("mailed"), lastOutcome: () => "unused" },
      around: { now: () => 0, randomBytes: (count) => Buffer.alloc(count), wait: async () => undefined },
      logger: pino({ level: "silent" }),
    });

    for (const email of [ada.email, "nobody@example.org"]) expect(reset.request(email, { device: "", network: "net" })).toBeUndefined();
    expect(done).toEqual([]);

    goOn();
    await reset.idle();
    expect(done.toSorted()).toEqual(["looked up ada@example.org", "looked up nobody@example.org", "stretched", "stretched"]);
    await close();
  });

  it("queues requests beyond those in progress and refuses more than the queue holds", async () => {
    const { counts, close } = await createTestCounts();
    const done: string[] = [];
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const byEmail = async (email: string) => {
      await held;
      done.push(email);
      return undefined;
    };
    const reset = createPasswordReset({
      db: {} as Database,
      counts,
      accounts: { byEmail, passwordsOf: async () => [] } as unknown as AccountRepo,
      hasher: { secretOf: async () => "s1_" } as unknown as PasswordHasher,
      activity: { record: async () => undefined },
      preloginKey: Buffer.alloc(32),
      kdfShapes: async () => [DEFAULT_SHAPE],
      mailer: { send: async () => undefined, lastOutcome: () => "unused" },
      around: { now: () => 0, randomBytes: (count) => Buffer.alloc(count), wait: async () => undefined },
      logger: pino({ level: "silent" }),
    });
    const emails = Array.from({ length: 1200 }, (_, at) => `someone${at}@example.org`);

    const refusals = emails.map((email) => reset.request(email, { device: "", network: "net" }));

    const accepted = emails.filter((_, at) => refusals[at] === undefined);
    expect(accepted.length).toBeGreaterThanOrEqual(1000);
    expect(refusals.at(-1)).toMatchObject({ code: "busy" });
    goOn();
    await reset.idle();
    expect(done.toSorted()).toEqual(accepted.toSorted());
    await close();
  });
});
