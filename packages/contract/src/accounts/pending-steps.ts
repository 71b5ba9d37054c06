/** Steps that wait 72 hours because nothing but the account's mailbox vouches for who asked. docs/decisions/0016. */
import * as z from "zod/mini";
import { time } from "../numbers.ts";
import { done, route } from "../route.ts";

export const pendingStep = z.object({
  id: z.string(),
  /** `reset`: a new password without proof of the vault key. `delete`: the end of the account. */
  kind: z.enum(["reset", "delete"]),
  /** Both in milliseconds since 1970 UTC. */
  requestedAt: time,
  takesEffectAt: time,
  /** As the browser that asked named itself, and its network, shortened. */
  device: z.string(),
  network: z.string(),
});
export type PendingStep = z.infer<typeof pendingStep>;

export const listPendingSteps = route({
  method: "GET",
  path: "/api/auth/pending-steps",
  auth: "limited",
  summary: "Steps that wait, oldest first: shown on every signed-in device.",
  reply: z.object({ steps: z.array(pendingStep) }),
});

export const cancelPendingStep = route({
  method: "DELETE",
  path: "/api/auth/pending-steps/:stepId",
  auth: "account",
  summary: "Cancels one. Mailed passwords and the sessions they opened end with a reset.",
  params: z.object({ stepId: z.string() }),
  reply: done,
});
