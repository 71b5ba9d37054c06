/**
 * Accounts: registration, sign-in, sign-out, passwords, sessions, deletion. The web app has its own sentences for users. Spec A §7, B §5,
 * encryption.md 3.5 (1)–(5) (13).
 */
import * as z from "zod/mini";
import { ACCOUNT, BODY } from "../limits.ts";
import { time } from "../numbers.ts";
import { PLAN_TYPES } from "../plans.ts";
import { done, route } from "../route.ts";
import { accountKeys, hash, kdf, newKdf, newVault, wrap } from "./keys.ts";
import { pendingStep } from "./pending-steps.ts";

export const planType = z.enum(PLAN_TYPES);

export const user = z.object({
  id: z.string(),
  email: z.string(),
  /** Unix milliseconds; shown as "Member Since". */
  createdAt: time,
  needsOnboarding: z.boolean(),
  planType,
});
export type User = z.infer<typeof user>;

/** The four fields that the spec names, and the keys that open the vault. */
const signedIn = z.object({
  /** Opaque; sent as `Authorization: Basic <token>` or `Bearer <token>`. */
  token: z.string(),
  user,
  needsOnboarding: z.boolean(),
  planType,
  /** True after sign-in with a mailed password: a new password must be set first (encryption.md 3.5 (4)). */
  limited: z.optional(z.boolean()),
  /** The entry of the password that signed in includes its `pw`. */
  keys: accountKeys,
  /**
   * Token to send with the next sign-in to this account from this browser. It grants nothing; it separates strangers' failures from this
   * device's.
   */
  deviceToken: z.optional(z.string()),
});
export type SignedIn = z.infer<typeof signedIn>;

export const register = route({
  method: "POST",
  path: "/api/auth/register",
  auth: "public",
  summary:
    "Makes an account, with its vault in the same transaction, and signs in. Where the server sends mail, every address gets 403 verify-email, and the mail says the rest.",
  maxBodyBytes: BODY.keysMaxBytes,
  body: z.object({
    email: z.string(),
    /** `s1_` and the sign-in secret, together with `kdf`; or the plain password of another client, without it. */
    password: z.string(),
    kdf: z.optional(newKdf),
    keys: z.optional(newVault),
    /** The operator's code, if registration is by invitation. */
    invitation: z.optional(z.string().check(z.maxLength(ACCOUNT.invitationMaxChars))),
  }),
  reply: signedIn,
  refusals: [
    "registration-closed",
    "invitation-needed",
    "invitation-invalid",
    "email-malformed",
    "email-taken",
    "verify-email",
    "password-too-short",
    "password-too-long",
    "password-too-weak",
  ],
});

export const prelogin = route({
  method: "POST",
  path: "/api/auth/prelogin",
  auth: "public",
  summary: "How to stretch the password of this address. An unknown address gets an answer of the same kind.",
  body: z.object({ email: z.string() }),
  reply: z.object({ kdf }),
});

export const login = route({
  method: "POST",
  path: "/api/auth/login",
  auth: "public",
  summary: "Signs in with a sign-in secret or a plain password.",
  body: z.object({
    email: z.string(),
    password: z.string(),
    deviceToken: z.optional(z.string().check(z.maxLength(ACCOUNT.deviceTokenMaxChars))),
  }),
  reply: signedIn,
  refusals: ["invalid-credentials", "account-disabled"],
});

export const logout = route({
  method: "POST",
  path: "/api/auth/logout",
  auth: "limited",
  summary: "Ends this session.",
  reply: done,
});

export const currentSession = route({
  method: "GET",
  path: "/api/auth/session",
  auth: "limited",
  summary: "Who is signed in with this token; asked at start.",
  reply: z.object({
    user,
    needsOnboarding: z.boolean(),
    planType,
    limited: z.boolean(),
    /** Pending steps of this account, in the form that `listPendingSteps` returns. */
    pendingSteps: z.optional(z.array(pendingStep)),
  }),
});

export const session = z.object({
  id: z.string(),
  createdAt: time,
  lastSeenAt: time,
  /** The browser's name for itself, cut to 200 characters. */
  device: z.string(),
  /** Network of the last request, shortened so that it does not identify a household (a /24 or /48). */
  network: z.string(),
  current: z.boolean(),
  limited: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const listSessions = route({
  method: "GET",
  path: "/api/auth/sessions",
  auth: "account",
  summary: "All living sessions of the account, newest first.",
  reply: z.object({ sessions: z.array(session) }),
});

export const revokeSession = route({
  method: "DELETE",
  path: "/api/auth/sessions/:sessionId",
  auth: "account",
  summary: "Ends one session; that browser hears session-revoked.",
  params: z.object({ sessionId: z.string() }),
  reply: done,
});

export const forgotPassword = route({
  method: "POST",
  path: "/api/auth/forgot-password",
  auth: "public",
  summary:
    "The same answer at once for every address. If there is an account, a password is mailed that opens a limited session for one hour.",
  body: z.object({ email: z.string() }),
  reply: done,
  refusals: ["email-malformed"],
});

export const changePassword = route({
  method: "POST",
  path: "/api/auth/change-password",
  auth: "limited",
  summary:
    "Verifier, kdf and wrap change together; all other sessions and a mailed password end. A limited session becomes a full one; it shows proof of the vault key, or the change waits 72 hours and can be canceled.",
  body: z.object({
    /** Omitted only by a limited session. */
    currentPassword: z.optional(z.string()),
    newPassword: z.string(),
    /** Required with a sign-in secret; its salt must be new. */
    kdf: z.optional(newKdf),
    /** If omitted, the new password opens nothing yet, and the former one stays valid for `keys/open`. */
    pw: z.optional(wrap),
    /** Required with `pw`. In a limited session without it, the change waits 72 hours (409 step-waits). */
    proof: z.optional(hash),
    /** Required with `pw`. */
    rev: z.optional(z.int().check(z.gte(1))),
  }),
  reply: z.object({ success: z.literal(true), keys: accountKeys }),
  refusals: ["wrong-password", "password-too-short", "password-too-long", "password-too-weak", "conflict", "wrong-proof", "step-waits"],
});

export const deleteAccount = route({
  method: "POST",
  path: "/api/auth/delete-account",
  auth: "account",
  summary:
    "Removes rows, keys, sessions and managed files, and revokes the drive connection. The person's own drive is left as it is, unless erasing it is chosen: then nothing is removed before that is done.",
  body: z.object({
    password: z.string(),
    eraseDrive: z.optional(z.boolean()),
    /**
     * Proof of the vault key. Only after a reset by mailbox alone it is needed to delete at once; without it the response is 409
     * step-waits.
     */
    proof: z.optional(hash),
  }),
  reply: done,
  refusals: [
    "wrong-password",
    "step-waits",
    "drive-not-connected",
    "drive-not-configured",
    "reconnection-needed",
    "grant-ended",
    "scope-missing",
    "drive-unreachable",
  ],
});
