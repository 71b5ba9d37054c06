/** Checks whether the plans, and later the account, have space for local mode's notes. Spec B §4, B §7, encryption.md 3.5 (11). */
import type { UpgradeOption } from "@satchel/contract/accounts/local.ts";
import { PLAN_TYPES } from "@satchel/contract/plans.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import type { Backend } from "../../ports/account/backend.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import { toAccountProblem } from "../../vault/account/account-problems.ts";
import type { AccountProblem } from "../../vault/account/account-service-types.ts";

export type LocalSize = { readonly storageBytes: number; readonly notesCount: number };

export interface UpgradeCheck {
  /** Returns null outside local mode and on any failure. */
  options(size: LocalSize): Promise<readonly UpgradeOption[] | null>;
  /** `secret`: sign-in secret of the new account. Does nothing outside local mode. */
  check(account: { readonly email: string; readonly secret: string }): Promise<void>;
  /** Returns why the new account cannot take the notes, if that is known. */
  refusal(): AccountProblem | undefined;
}

type Deps = {
  readonly backend: Pick<Backend, "upgradeOptions" | "syncToCloud">;
  readonly preferences: Preferences;
  readonly isLocal: () => boolean;
};

export function createUpgradeCheck({ backend, preferences, isLocal }: Deps): UpgradeCheck {
  let refusal: AccountProblem | undefined;
  const sessionId = (): string | undefined => (isLocal() ? preferences.read(LOCAL_KEYS.localSessionId) : undefined);
  return {
    refusal: () => refusal,
    async options(size) {
      const id = sessionId();
      const answer = id === undefined ? undefined : await backend.upgradeOptions({ sessionId: id, ...size });
      return answer?.ok ? answer.value : null;
    },
    async check({ email, secret }) {
      const id = sessionId();
      if (id === undefined) return;
      const chosen = preferences.read(LOCAL_KEYS.selectedPlan);
      const planType = PLAN_TYPES.find((plan) => plan === chosen) ?? "free";
      const answer = await backend.syncToCloud(id, { email, password: secret, planType });
      refusal = answer.ok ? undefined : toAccountProblem(answer.problem);
    },
  };
}
