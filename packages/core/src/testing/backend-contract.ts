/** Contract of every server behind the `Backend` port. Run by the memory backend and the product's server over HTTP. */
import type { Kdf, NewVault } from "@satchel/contract/accounts/keys.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Backend, BackendResult } from "../ports/account/backend.ts";

export type BackendUnderTest = {
  readonly backend: Backend;
  /** Body of a registration, made with real keys. */
  readonly registration: (password: string) => Promise<{ readonly secret: string; readonly kdf: Kdf; readonly keys: NewVault }>;
  /** The sign-in secret of a password under these parameters. */
  readonly secretOf: (password: string, kdf: Kdf) => Promise<string>;
};

const PASSWORD = "Correct horse 1";

export function describeBackend(name: string, create: () => Promise<BackendUnderTest>): void {
  describe(`backend contract: ${name}`, () => {
    let under: BackendUnderTest;
    let email: string;
    let made = 0;

    beforeEach(async () => {
      under = await create();
      made += 1;
      email = `ada${made}@example.org`;
    });

    const register = async () => {
      const { secret, kdf, keys } = await under.registration(PASSWORD);
      return { secret, kdf, signedIn: await value(under.backend.register({ email, password: secret, kdf, keys })) };
    };

    it("registers, and signs the same user in with the stored parameters", async () => {
      const { kdf, signedIn } = await register();
      expect(signedIn).toMatchObject({ needsOnboarding: true, planType: "free" });

      const preloginKdf = await value(under.backend.prelogin(email));
      expect(preloginKdf).toEqual(kdf);
      const again = await value(under.backend.login({ email, password: await under.secretOf(PASSWORD, preloginKdf) }));

      expect(again.keys).toMatchObject({ document: { vaultId: expect.any(String) } });
      expect(again.token).not.toBe(signedIn.token);
    });

    it("rejects a second registration of an address in any spelling", async () => {
      const { secret, kdf } = await register();
      const { keys } = await under.registration(PASSWORD);

      expect(await refusal(under.backend.register({ email: ` ${email.toUpperCase()} `, password: secret, kdf, keys }))).toBe("email-taken");
    });

    it("does not distinguish a wrong password from an unknown address", async () => {
      await register();
      const wrong = await under.secretOf("Wrong horse 1", await value(under.backend.prelogin(email)));
      const kdf = await value(under.backend.prelogin("nobody@example.org"));

      expect(await refusal(under.backend.login({ email, password: wrong }))).toBe("invalid-credentials");
      expect(kdf).toMatchObject({ alg: "argon2id", salt: expect.any(String) });
      expect(await value(under.backend.prelogin("nobody@example.org"))).toEqual(kdf);
      expect(await refusal(under.backend.login({ email: "nobody@example.org", password: wrong }))).toBe("invalid-credentials");
    });

    it("ends a session at sign-out", async () => {
      const { signedIn } = await register();
      expect((await under.backend.currentSession(signedIn.token)).ok).toBe(true);

      await under.backend.logout(signedIn.token);

      expect((await under.backend.currentSession(signedIn.token)).ok).toBe(false);
    });

    it("remembers the plan and completed onboarding", async () => {
      const { signedIn } = await register();

      await value(under.backend.completeOnboarding(signedIn.token, "basic"));

      expect(await value(under.backend.currentSession(signedIn.token))).toMatchObject({
        user: { needsOnboarding: false, planType: "basic" },
      });
    });

    it("accepts a repeated end of onboarding with the same plan only", async () => {
      const { token } = (await register()).signedIn;
      await value(under.backend.completeOnboarding(token, "basic"));

      expect(await value(under.backend.completeOnboarding(token, "basic"))).toMatchObject({ planType: "basic" });
      expect(await refusal(under.backend.completeOnboarding(token, "free"))).toBe("onboarding-over");
      expect(await value(under.backend.currentSession(token))).toMatchObject({ user: { planType: "basic" } });
    });

    it("keeps a change of plan pending until completed, and drops it when canceled", async () => {
      const { token } = (await register()).signedIn;
      const stateOf = async () => {
        const { user, pendingPlan } = await value(under.backend.readPlan(token));
        return [user.planType, pendingPlan];
      };

      await value(under.backend.beginPlanChange(token, "pro"));
      expect(await stateOf()).toEqual(["free", "pro"]);
      await value(under.backend.cancelPlanChange(token));
      await value(under.backend.completePlanChange(token));
      expect(await stateOf()).toEqual(["free", null]);
      await value(under.backend.beginPlanChange(token, "basic"));
      await value(under.backend.completePlanChange(token));
      expect(await stateOf()).toEqual(["basic", null]);
      expect(await value(under.backend.beginPlanChange(token, "pro"))).toMatchObject({ user: { planType: "pro" }, pendingPlan: null });
    });

    it("returns a password's wrap only for that password's secret", async () => {
      const { signedIn, secret } = await register();

      const plain = await value(under.backend.getKeys(signedIn.token));
      const shown = await value(under.backend.openKeys(signedIn.token, secret));

      expect(plain.entries.some((entry) => "pw" in entry && entry.pw !== undefined && entry.pw !== null)).toBe(false);
      expect(shown.entries.some((entry) => entry.pw !== undefined && entry.pw !== null)).toBe(true);
    });
  });
}

async function value<Value>(answer: BackendResult<Value>): Promise<Value> {
  const result = await answer;
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.problem)}`);
  return result.value;
}

async function refusal(answer: BackendResult<unknown>): Promise<string> {
  const result = await answer;
  if (result.ok) return "accepted";
  return result.problem.kind === "refused" ? result.problem.code : result.problem.kind;
}
