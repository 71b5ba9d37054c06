/**
 * The three plans: price and managed quota. They are constants, because pages need them before they ask the server. The web app defines how a
 * plan looks. Spec A §3 "Plans", decision 0005.
 */
export const PLAN_TYPES = ["free", "basic", "pro"] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

const GIB = 1_073_741_824;

/** `managedBytes` is 0 if the notes are in the user's own drive. */
export const PLANS: Readonly<Record<PlanType, { readonly usdPerMonth: number; readonly managedBytes: number }>> = {
  free: { usdPerMonth: 0, managedBytes: 0 },
  basic: { usdPerMonth: 1, managedBytes: GIB },
  pro: { usdPerMonth: 5, managedBytes: 5 * GIB },
};

/** Returns the plan that a stored or received text names, or undefined. */
export function parsePlan(text: string | undefined): PlanType | undefined {
  return PLAN_TYPES.find((plan) => plan === text);
}

/** Free stores notes in the user's own drive and requires one; the other plans include storage. */
export function needsOwnDrive(plan: PlanType): boolean {
  return plan === "free";
}
