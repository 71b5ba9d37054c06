/** What a chosen plan means for onboarding. Names, prices and quotas are the contract's. Spec A §3 "Plans". */
import { PLAN_TYPES, type PlanType } from "@satchel/contract/plans.ts";

/** A stored or received text as a plan, if it is one. */
export function parsePlan(text: string | undefined): PlanType | undefined {
  return PLAN_TYPES.find((plan) => plan === text);
}

/** Free keeps notes in the user's own drive and so needs one; the others bring their storage along. */
export function needsOwnDrive(plan: PlanType): boolean {
  return plan === "free";
}

export type WizardEnd = { readonly current: PlanType; readonly chosen: PlanType; readonly isDriveConnected: boolean };

/** With which plan the wizard ends: what is somewhere already is moved from there by a change of plan afterwards, and not left behind. */
export function planAtEnd({ current, chosen, isDriveConnected }: WizardEnd): PlanType {
  const isElsewhere = needsOwnDrive(current) !== needsOwnDrive(chosen);
  return isElsewhere && (isDriveConnected || !needsOwnDrive(current)) ? current : chosen;
}
