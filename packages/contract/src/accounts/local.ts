/**
 * The upgrade from local mode to an account. Notes travel by sync, never in these routes. Spec B §7, decision 0005, encryption.md 3.5 (11).
 */
import * as z from "zod/mini";
import { LOCAL_SESSION } from "../limits.ts";
import { amount } from "../numbers.ts";
import { route } from "../route.ts";
import { planType } from "./auth.ts";

/** Random id of one browser's local mode. The server does not store it. */
const sessionId = z.string().check(z.minLength(1), z.maxLength(LOCAL_SESSION.idMaxChars));
const count = z.string().check(z.regex(/^\d{1,15}$/));

export const upgradeOption = z.object({
  planType,
  /** Null if the notes go into the user's own drive, whose size this server does not know. */
  storageBytes: z.nullable(amount),
  fits: z.boolean(),
});
export type UpgradeOption = z.infer<typeof upgradeOption>;

export const upgradeOptions = route({
  method: "GET",
  path: "/api/local/session/:sessionId/upgrade-options",
  auth: "public",
  summary: "The plans that a new account may choose here, and which of them have room for so much.",
  params: z.object({ sessionId, storageBytes: count, notesCount: count }),
  reply: z.object({ options: z.array(upgradeOption) }),
});

export const syncToCloud = route({
  method: "POST",
  path: "/api/local/session/:sessionId/sync-to-cloud",
  auth: "public",
  summary:
    "Checks that the account is there, has its vault and may have this plan, before local mode's notes move into it. Takes the sign-in secret alone: neither notes nor access to a drive.",
  params: z.object({ sessionId }),
  body: z.strictObject({
    email: z.string(),
    /** The sign-in secret; a plain password is rejected. */
    password: z.string().check(z.regex(/^s1_[\w-]{43}$/)),
    planType,
    cloudCredentials: z.optional(z.null()),
    /** Always empty: the notes go to the drive, sealed. */
    localNotes: z.array(z.never()),
  }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  refusals: ["invalid-credentials", "account-disabled", "plan-not-offered", "vault-missing"],
});
