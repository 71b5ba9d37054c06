/** Step 4: plan, storage and account in three lines, and the recovery key to put on paper. Spec A §2.5, encryption.md 3.5 (1). */
import type { PlanType } from "@satchel/contract/plans.ts";
import { needsOwnDrive } from "@satchel/contract/plans.ts";
import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { onboardingText } from "../../text/account/onboarding.ts";
import { planText } from "../../text/account/plans.ts";
import { recoveryText } from "../../text/account/recovery.ts";
import css from "./onboarding.module.css";
import { RecoveryKey } from "./RecoveryKey.tsx";

type AllSetStepProps = { readonly plan: PlanType; readonly drive: ConnectionState; readonly onImport: () => void };

export function AllSetStep({ plan, drive, onImport }: AllSetStepProps) {
  const { account } = useServices();
  const email = useStore(account.store, (state) => (state.kind === "signed-in" ? state.user.email : ""));
  const hasKey = useStore(account.store, (state) => state.kind === "signed-in" && state.vault === "open" && state.hasPendingRecoveryKey);
  const [hadKey] = useState(hasKey);
  const rows = [
    [onboardingText.plan, `${planText[plan].name} · ${planText[plan].price}`],
    [onboardingText.storage, storageName(plan, drive)],
    [onboardingText.account, email],
  ] as const;
  return (
    <>
      <div className={css.doneHead}>
        <h1 className={css.title}>{onboardingText.doneTitle}</h1>
        <Button label={onboardingText.import} size="small" onPress={onImport} />
      </div>
      <p className={css.sentence}>{onboardingText.doneSentence}</p>
      <dl className={css.summary}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {hadKey && (
        <section className={css.keySection} aria-label={recoveryText.title}>
          <h2 className={css.keyTitle}>{recoveryText.title}</h2>
          <RecoveryKey onConfirmed={() => undefined} />
        </section>
      )}
    </>
  );
}

function storageName(plan: PlanType, drive: ConnectionState): string {
  if (!needsOwnDrive(plan)) return planText[plan].summary;
  if (drive.kind !== "connected") return onboardingText.notConnected;
  return [drive.label, drive.email].filter((part) => part !== undefined).join(" · ");
}
