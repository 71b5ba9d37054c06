/** The wizard's state: step, plan kept until the end, and the drive. Rules: core/onboarding. Spec A §2.5, A §4 "Onboarding". */
import type { PlanType } from "@satchel/contract/plans.ts";
import { needsOwnDrive, parsePlan } from "@satchel/core/onboarding/plans.ts";
import { canContinue, canSkip, decideAutoStep, firstStep, nextStep, previousStep, type Step } from "@satchel/core/onboarding/steps.ts";
import { PATHS } from "@satchel/core/routing/routes.ts";
import { LOCAL_KEYS } from "@satchel/core/storage-keys.ts";
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useNavigate } from "../../shared/router/router.ts";
import { useServices } from "../../shared/services.ts";
import { accountSentence } from "../../text/account-problems.ts";

export type Wizard = ReturnType<typeof useOnboarding>;

export function useOnboarding() {
  const { account, connection, preferences, status } = useServices();
  const navigate = useNavigate();
  const drive = useStore(connection.store, (state) => state);
  const [plan, setPlan] = useState(() => parsePlan(preferences.read(LOCAL_KEYS.selectedPlan)));
  const [chosenStep, setStep] = useState<Step>(() => firstStep(plan));
  const [isBusy, setBusy] = useState(false);

  const isDriveConnected = drive.kind === "connected";
  const step = decideAutoStep({ step: chosenStep, plan, isDriveConnected });
  const onboarding = { step, plan, isDriveConnected };

  const choosePlan = (chosen: PlanType): void => {
    setPlan(chosen);
    preferences.write(LOCAL_KEYS.selectedPlan, chosen);
  };

  /** Managed storage has to be ready at the third step, so the server hears of the plan when the second is left. */
  const goOn = async (): Promise<void> => {
    if (step === "plan" && plan !== undefined && !needsOwnDrive(plan)) {
      setBusy(true);
      const chosen = await account.choosePlan(plan);
      setBusy(false);
      if (!chosen.ok) {
        status.show({ id: "setup-failed", detail: accountSentence(chosen.problem) });
        return;
      }
    }
    setStep(nextStep(onboarding));
  };

  const finish = async (): Promise<void> => {
    setBusy(true);
    const completed = await account.completeOnboarding(plan ?? "free");
    setBusy(false);
    if (!completed.ok) {
      status.show({ id: "setup-failed", detail: accountSentence(completed.problem) });
      return;
    }
    preferences.write(LOCAL_KEYS.selectedPlan, undefined);
    navigate(PATHS.notes);
  };

  return {
    step,
    plan,
    drive,
    isBusy,
    canContinue: canContinue(onboarding),
    choosePlan,
    goOn,
    canSkip: canSkip(onboarding),
    skipStorage: () => setStep("all-set"),
    goBack: () => setStep(previousStep(step === "all-set" && plan !== undefined && isDriveConnected ? "storage" : step)),
    skip: () => navigate(PATHS.notes),
    finish,
  };
}
