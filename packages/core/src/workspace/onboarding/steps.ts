/**
 * The four steps of onboarding: when Continue is enabled, and when the wizard continues automatically. Pure. Spec A §2.5, A §4
 * "Onboarding".
 */
import { needsOwnDrive, type PlanType } from "@satchel/contract/plans.ts";

export const STEPS = ["welcome", "plan", "storage", "all-set"] as const;
export type Step = (typeof STEPS)[number];

export type Onboarding = {
  readonly step: Step;
  readonly plan: PlanType | undefined;
  readonly isDriveConnected: boolean;
};

/** Continue needs a plan, and on the free plan a connected drive. The last step has 'Start using Notes' instead. */
export function canContinue({ step, plan, isDriveConnected }: Onboarding): boolean {
  switch (step) {
    case "welcome":
      return true;
    case "plan":
      return plan !== undefined;
    case "storage":
      return plan !== undefined && (!needsOwnDrive(plan) || isDriveConnected);
    case "all-set":
      return false;
  }
}

export function nextStep(onboarding: Onboarding): Step {
  return canContinue(onboarding) ? (STEPS[STEPS.indexOf(onboarding.step) + 1] ?? onboarding.step) : onboarding.step;
}

/** 'Skip' on the third step continues without a drive; notes then stay on the device until one is connected. */
export function canSkip({ step, plan, isDriveConnected }: Onboarding): boolean {
  return step === "storage" && plan !== undefined && needsOwnDrive(plan) && !isDriveConnected;
}

export function previousStep(step: Step): Step {
  return STEPS[Math.max(0, STEPS.indexOf(step) - 1)] as Step;
}

/** The free plan continues automatically once the drive is connected. */
export function decideAutoStep(onboarding: Onboarding): Step {
  const isWaitingForDrive = onboarding.step === "storage" && onboarding.plan !== undefined && needsOwnDrive(onboarding.plan);
  return isWaitingForDrive && onboarding.isDriveConnected ? "all-set" : onboarding.step;
}

/** First step to show: a user who left the wizard with a chosen plan, for the drive's sign-in or longer, continues with storage. */
export function firstStep(plan: PlanType | undefined): Step {
  return plan === undefined ? "welcome" : "storage";
}

export function stepNumber(step: Step): number {
  return STEPS.indexOf(step) + 1;
}

type WizardEnd = { readonly current: PlanType; readonly chosen: PlanType; readonly isDriveConnected: boolean };

/** Plan at the end of the wizard. Notes that are already stored move by a later change of plan. Spec A §3 "Plans". */
export function planAtEnd({ current, chosen, isDriveConnected }: WizardEnd): PlanType {
  const isElsewhere = needsOwnDrive(current) !== needsOwnDrive(chosen);
  return isElsewhere && (isDriveConnected || !needsOwnDrive(current)) ? current : chosen;
}
