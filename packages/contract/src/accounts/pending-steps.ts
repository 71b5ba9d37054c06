/** Steps that are delayed by 72 hours because only the account's mailbox vouches for the requester. docs/decisions/0016. */
import * as z from "zod/mini";
import { time } from "../numbers.ts";
import { done, route } from "../route.ts";

export const pendingStep = z.object({
  id: z.string(),
  /** `reset` is a new password without proof of the vault key; `delete` deletes the account. */
  kind: z.enum(["reset", "delete"]),
  /** Both in Unix milliseconds. */
  requestedAt: time,
  takesEffectAt: time,
  /** The requesting browser's name for itself, and its shortened network. */
  device: z.string(),
  network: z.string(),
});
export type PendingStep = z.infer<typeof pendingStep>;

export const cancelPendingStep = route({
  method: "DELETE",
  path: "/api/auth/pending-steps/:stepId",
  auth: "account",
  summary: "Cancels one. Mailed passwords and the sessions they opened end with a reset.",
  params: z.object({ stepId: z.string() }),
  reply: done,
});
