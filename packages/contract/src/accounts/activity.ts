/** Account events, shown to the owner in Settings → Security. Kept for 90 days. docs/decisions/0016. */
import * as z from "zod/mini";
import { time } from "../numbers.ts";
import { route } from "../route.ts";

export const ACTIVITY_KINDS = [
  "registered",
  "signed-in",
  "password-changed",
  "recovery-key-changed",
  "device-approved",
  "reset-requested",
  "reset-waits",
  "delete-waits",
  "step-canceled",
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export const activityEvent = z.object({
  kind: z.enum(ACTIVITY_KINDS),
  /** Unix milliseconds. */
  at: time,
  /** The browser's name for itself, cut to 200 characters. */
  device: z.string(),
  /** Shortened so that it does not identify a household (a /24 or /48). */
  network: z.string(),
});
export type ActivityEvent = z.infer<typeof activityEvent>;

export const listActivity = route({
  method: "GET",
  path: "/api/auth/activity",
  auth: "account",
  summary: "What happened to the account in the last 90 days, newest first, 200 events at most.",
  reply: z.object({ events: z.array(activityEvent) }),
});
