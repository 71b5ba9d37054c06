/** The wizard's state: step, plan kept until the end, and the drive. Rules: core/onboarding. Spec A §2.5, A §4 "Onboarding". */
import type { PlanType } from "@satchel/contract/plans.ts";
import { needsOwnDrive, parsePlan } from "@satchel/contract/plans.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import {
  canContinue,
  canSkip,
  decideAutoStep,
  firstStep,
  nextStep,
  planAtEnd,
  previousStep,
  type Step,
} from "@satchel/core/workspace/onboarding/steps.ts";
import { useState } from "react";
import { useChoosablePlans } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useNavigate } from "../../shared/router/router.ts";
import { useServices } from "../../shared/services.ts";
import { accountSentence } from "../../text/account/account-problems.ts";
import { moveProblemText } from "../../text/drive/migration.ts";

export type Wizard = ReturnType<typeof useOnboarding>;

/** State of the address /notes: the frame opens Settings with the import. */
const OPENS_IMPORT = { opensImport: true };

export function useOnboarding() {
  const { account, connection, migration, preferences, status } = useServices();
  const navigate = useNavigate();
  const drive = useStore(connection.store, (state) => state);
  const [wanted, setPlan] = useState(() => parsePlan(preferences.read(LOCAL_KEYS.selectedPlan)));
  const choosable = useChoosablePlans();
  // A plan chosen before may no longer be offered by this server.
  const plan = wanted !== undefined && choosable.includes(wanted) ? wanted : undefined;
  const [chosenStep, setStep] = useState<Step>(() => firstStep(plan));
  const [isBusy, setBusy] = useState(false);

  const current = useStore(account.store, (state) => (state.kind === "signed-in" ? state.user.planType : "free"));
  // A paid plan's storage is not the user's own drive.
  const isDriveConnected = drive.kind === "connected" && !drive.isManaged;
  const isGone = wanted !== undefined && plan === undefined;
  const step = decideAutoStep({ step: isGone ? "plan" : chosenStep, plan, isDriveConnected });
  const onboarding = { step, plan, isDriveConnected };

  /** Stores the plan, because the drive's sign-in leaves the page and returns to the storage step. */
  const choosePlan = (chosen: PlanType): void => {
    setPlan(chosen);
    preferences.write(LOCAL_KEYS.selectedPlan, chosen);
  };

  const goOn = (): void => setStep(nextStep(onboarding));

  /** The plan is sent to the server only here; until then it can be changed and has no effect. */
  const finish = async (opensImport = false): Promise<void> => {
    if (plan === undefined) return;
    const atEnd = planAtEnd({ current, chosen: plan, isDriveConnected });
    setBusy(true);
    const completed = await account.completeOnboarding(atEnd);
    setBusy(false);
    if (!completed.ok) status.show({ id: "setup-failed", detail: accountSentence(completed.problem) });
    if (!completed.ok && completed.problem.kind !== "setup-over") return;
    preferences.write(LOCAL_KEYS.selectedPlan, undefined);
    navigate(PATHS.notes, opensImport ? { state: OPENS_IMPORT } : undefined);
    // If the wizard was already completed elsewhere, no notes are moved.
    const refused = !completed.ok || atEnd === plan ? undefined : await migration.change(plan);
    if (refused !== undefined) status.show({ id: "setup-failed", detail: moveProblemText[refused] });
  };

  /** On a paid plan nothing is left to set up. */
  const isSetUp = step === "storage" && plan !== undefined && !needsOwnDrive(plan);

  return {
    step,
    plan,
    drive,
    choosable,
    isBusy,
    canContinue: canContinue(onboarding),
    choosePlan,
    goOn,
    canSkip: canSkip(onboarding),
    skipStorage: () => setStep("all-set"),
    goBack: () => setStep(previousStep(step === "all-set" && isDriveConnected ? "storage" : step)),
    skip: () => (isSetUp ? void finish() : navigate(PATHS.notes)),
    finish,
  };
}
