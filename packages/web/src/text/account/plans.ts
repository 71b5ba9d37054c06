/** Names, contents and prices of the three plans. Spec A §3 "Plans". */
import type { PlanType } from "@satchel/contract/plans.ts";

/** Shown beside a plan that cannot be chosen. */
export const planNotOffered = "Not available on this server";

/** Satchel takes no payments. docs/decisions/0013 "Plans". */
export const paymentNote = "No payment is taken here. If this server's administrator charges for a plan, they arrange it with you.";

export const planText = {
  free: {
    name: "Free",
    price: "$0/month",
    summary: "Your own cloud storage",
    features: ["Your own cloud storage", "Unlimited notes", "End-to-end encryption"],
    planned: [],
  },
  basic: {
    name: "Basic",
    price: "$1/month",
    summary: "1 GB managed storage",
    features: ["1 GB managed storage", "End-to-end encryption"],
    planned: [],
  },
  pro: {
    name: "Pro",
    price: "$5/month",
    summary: "5 GB or more managed storage",
    features: ["5 GB or more, extra storage $1/GB", "AI"],
    planned: ["Team", "API access"],
  },
} as const satisfies Record<
  PlanType,
  { name: string; price: string; summary: string; features: readonly string[]; planned: readonly string[] }
>;
