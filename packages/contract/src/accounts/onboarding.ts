/** The end of the onboarding wizard, whose steps and rules are in core. Spec A §2.5, A §7. */
import * as z from "zod/mini";
import { route } from "../route.ts";
import { planType, user } from "./auth.ts";

export const completeOnboarding = route({
  method: "POST",
  path: "/api/onboarding/complete",
  auth: "account",
  summary:
    "Onboarding is over; the chosen plan holds from now on. Without a body the plan stays as it is. Repeated, it changes nothing, and another plan than the one that holds is refused.",
  body: z.optional(z.object({ planType: z.optional(planType) })),
  reply: z.object({ success: z.literal(true), needsOnboarding: z.literal(false), planType, user }),
  refusals: ["onboarding-over", "plan-not-offered"],
});
