/** The three plans: price and managed quota; no schema, since a page knows them before it asks the server. What a plan looks like is the web's. Spec A §3 "Plans", decision 0005. */
export const PLAN_TYPES = ["free", "basic", "pro"] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

const GIB = 1_073_741_824;

/** `managedBytes` 0: the notes are in the user's own drive. */
export const PLANS: Readonly<Record<PlanType, { readonly usdPerMonth: number; readonly managedBytes: number }>> = {
  free: { usdPerMonth: 0, managedBytes: 0 },
  basic: { usdPerMonth: 1, managedBytes: GIB },
  pro: { usdPerMonth: 5, managedBytes: 5 * GIB },
};

/** A stored or received text as a plan, if it is one. */
export function parsePlan(text: string | undefined): PlanType | undefined {
  return PLAN_TYPES.find((plan) => plan === text);
}

/** Free keeps notes in the user's own drive and so needs one; the others bring their storage along. */
export function needsOwnDrive(plan: PlanType): boolean {
  return plan === "free";
}
