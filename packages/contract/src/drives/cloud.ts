/**
 * Connecting a drive, access tokens, usage. File traffic goes directly from the browser to the drive (drive-contract.md). Bodies carry only
 * the opaque handle, never the drive's refresh token; all replies are `Cache-Control: no-store`. Spec B §7, decisions 0002, 0006.
 */

import * as z from "zod/mini";
import { envelope } from "../accounts/keys.ts";
import { ENTITY_ID } from "../ids.ts";
import { DRIVE_FILE, OAUTH } from "../limits.ts";
import { amount, seconds } from "../numbers.ts";
import { done, route } from "../route.ts";

/** URLs are absolute, or paths on this origin. */
const driveAddresses = {
  /** `…/drive/v3`: append `/files`, `/changes`, … */
  apiBase: z.string(),
  /** `…/upload/drive/v3` */
  uploadBase: z.string(),
  /** `…/batch/drive/v3`, complete as it is. */
  batchBase: z.string(),
};

const connectable = {
  clientId: z.string(),
  authorizeUrl: z.string(),
  /** Path on this origin to which the authorize page returns; `redirect_uri` is the origin with this path. */
  redirectPath: z.string(),
  scopes: z.array(z.string()),
  /** Name of the drive on the page: "Google Drive", "Sandbox drive". */
  label: z.string(),
  ...driveAddresses,
};

export const cloudConfig = route({
  method: "GET",
  path: "/api/cloud/config",
  auth: "public",
  summary: "Which drive the free plan connects to, and where managed storage is.",
  reply: z.object({
    /** `none` means that nothing is configured; the 'Coming Soon' card is shown. */
    drive: z.discriminatedUnion("mode", [
      z.object({ mode: z.literal("google"), ...connectable }),
      /** The authorize URL additionally requires a ticket (`authorizeTicket`). */
      z.object({ mode: z.literal("sandbox"), ...connectable }),
      z.object({ mode: z.literal("none") }),
    ]),
    /** Storage of basic and pro: the same protocol, with the account's token as bearer. */
    managed: z.object(driveAddresses),
  }),
});

export const authorizeTicket = route({
  method: "POST",
  path: "/api/cloud/google-drive/authorize-ticket",
  auth: "account",
  summary: "Single-use ticket that tells the sandbox's authorize page whose session this is.",
  reply: z.object({ ticket: z.string(), expiresIn: seconds }),
  refusals: ["drive-not-configured"],
});

const userInfo = z.object({
  /** Permanent id of the drive account; its e-mail address may change. */
  sub: z.string(),
  email: z.string(),
  name: z.string(),
  picture: z.optional(z.string()),
});
export type DriveUserInfo = z.infer<typeof userInfo>;

/** `refreshToken` is the opaque handle, valid only together with the account's token; `expiresIn` counts seconds from now. */
/** Spec B §5: an access token is valid only if it is longer than ten characters. */
const accessToken = z.string().check(z.minLength(11));
const access = { accessToken, refreshToken: z.string(), expiresIn: seconds, userInfo };

export const oauthCallback = route({
  method: "POST",
  path: "/api/cloud/google-drive/oauth/callback",
  auth: "account",
  summary: "Exchanges the authorization code. `user_id` is ignored: the account is the bearer's.",
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(OAUTH.codeMaxChars)),
    redirect_uri: z.string(),
    user_id: z.optional(z.unknown()),
    code_verifier: z.optional(z.string().check(z.minLength(43), z.maxLength(OAUTH.verifierMaxChars))),
  }),
  reply: z.object({
    ...access,
    scope: z.string(),
    /** True if the account was connected to another drive account before; sync then stops and asks. */
    accountChanged: z.boolean(),
  }),
  refusals: ["oauth-invalid-grant", "oauth-redirect-mismatch", "scope-missing", "drive-not-configured", "drive-unreachable"],
});

export const cloudStatus = route({
  method: "GET",
  path: "/api/cloud/google-drive/status",
  auth: "account",
  summary: "Whether a drive is connected, and an access token for it: how a second device starts.",
  reply: z.object({
    connected: z.boolean(),
    /** True if the account was connected, but the drive no longer accepts the refresh token. */
    needsReconnection: z.boolean(),
    /**
     * The reason for `needsReconnection`. `grant-ended` means that a time-limited permission expired, as consent screens in testing grant.
     */
    reason: z.nullable(z.enum(["revoked", "grant-ended", "scope-missing"])),
    userInfo: z.nullable(userInfo),
    /** Null if not connected, or if the drive is unreachable at the moment. */
    accessToken: z.nullable(accessToken),
    refreshToken: z.nullable(z.string()),
    expiresIn: z.nullable(seconds),
  }),
});

export const refreshAccess = route({
  method: "POST",
  path: "/api/cloud/google-drive/refresh-token",
  auth: "account",
  summary: "A fresh access token for the handle. `reconnection-needed` also carries error and needsReconnection.",
  body: z.object({ refresh_token: z.string() }),
  reply: z.object(access),
  refusals: ["reconnection-needed", "grant-ended", "drive-not-connected", "drive-not-configured", "drive-unreachable", "scope-missing"],
});

export const disconnectDrive = route({
  method: "POST",
  path: "/api/cloud/google-drive/disconnect",
  auth: "account",
  summary: "Forgets the connection and revokes it at the drive. The files stay.",
  reply: done,
});

const usage = z.object({
  success: z.literal(true),
  totalBytes: z.nullable(amount),
  usedBytes: amount,
  availableBytes: z.nullable(amount),
  usagePercentage: z.nullable(amount),
  usedFormatted: z.string(),
  totalFormatted: z.nullable(z.string()),
  availableFormatted: z.nullable(z.string()),
  providerType: z.enum(["google-drive", "sandbox", "managed"]),
});
export type CloudUsage = z.infer<typeof usage>;

const DRIVE_REFUSALS = ["drive-not-connected", "reconnection-needed", "grant-ended", "drive-not-configured", "drive-unreachable"] as const;

export const cloudUsage = route({
  method: "GET",
  path: "/api/cloud/usage",
  auth: "account",
  summary: "How full the drive is that holds the notes. Null where the drive sets no limit.",
  reply: usage,
  refusals: DRIVE_REFUSALS,
});

const debugReply = z.object({ tokenValid: z.boolean(), scope: z.nullable(z.string()), hasProvider: z.boolean(), hasToken: z.boolean() });
export type DebugToken = z.infer<typeof debugReply>;

export const debugToken = route({
  method: "GET",
  path: "/api/cloud/google-drive/debug-token",
  auth: "account",
  summary: "What the Debug button shows.",
  reply: debugReply,
});

/*
 * Access to the drive through this server, for clients that cannot reach it themselves; the app never uses it. Envelopes only (decisions
 * 0003, 0005).
 */

const driveId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,200}$/));
/** encryption.md 3.3: names in the drive reveal nothing. */
const opaqueName = z.string().check(z.regex(ENTITY_ID));
const opaqueFileName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}\.(json|bin)$/));

/** True for an envelope of encryption.md 3.3 in its text form; anything else would be a note that the drive can read. */
export function isEnvelope(text: string): boolean {
  try {
    return envelope(DRIVE_FILE.envelopeMaxChars).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const FILE_REFUSALS = [...DRIVE_REFUSALS, "scope-missing"] as const;

export const driveAuth = route({
  method: "POST",
  path: "/api/cloud/google-drive/auth",
  auth: "account",
  summary: "Exchanges a code that came back to the configured address. `refresh_token` of the answer is the opaque handle.",
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(OAUTH.codeMaxChars)),
    code_verifier: z.optional(z.string().check(z.minLength(43), z.maxLength(OAUTH.verifierMaxChars))),
  }),
  reply: z.object({ access_token: accessToken, refresh_token: z.string(), expires_in: seconds, user_info: userInfo }),
  refusals: ["oauth-invalid-grant", "oauth-redirect-mismatch", "scope-missing", "drive-not-configured", "drive-unreachable"],
});

export const connectDrive = route({
  method: "POST",
  path: "/api/cloud/google-drive/connect",
  auth: "account",
  summary:
    "Says that this client uses the connection its handle names. Tokens and user info are the server's own; those in the body are ignored.",
  body: z.object({
    refresh_token: z.string().check(z.maxLength(OAUTH.codeMaxChars)),
    access_token: z.optional(z.unknown()),
    expires_in: z.optional(z.unknown()),
    user_info: z.optional(z.unknown()),
  }),
  reply: done,
  refusals: FILE_REFUSALS,
});

export const driveQuota = route({
  method: "GET",
  path: "/api/cloud/google-drive/quota",
  auth: "account",
  summary: "How full the connected drive is.",
  reply: usage,
  refusals: DRIVE_REFUSALS,
});

export const createDriveFile = route({
  method: "POST",
  path: "/api/cloud/google-drive/files",
  auth: "account",
  summary: "Puts an envelope into the connected drive, under a name that says nothing.",
  body: z.object({
    content: z.string().check(z.maxLength(DRIVE_FILE.envelopeMaxChars), z.refine(isEnvelope)),
    file_name: opaqueFileName,
    folder_id: z.optional(z.nullable(driveId)),
  }),
  reply: z.object({ id: z.string() }),
  refusals: FILE_REFUSALS,
  maxBodyBytes: DRIVE_FILE.bodyMaxBytes,
});

export const readDriveFile = route({
  method: "GET",
  path: "/api/cloud/google-drive/files/:fileId/content",
  auth: "account",
  summary: "An envelope from the connected drive; a file that is none is not found.",
  params: z.object({ fileId: driveId }),
  reply: z.object({ content: z.string() }),
  refusals: FILE_REFUSALS,
});

export const listDriveFiles = route({
  method: "GET",
  path: "/api/cloud/google-drive/files",
  auth: "account",
  summary: "Envelope files of the connected drive, newest first, with `?folderId=` those of one folder.",
  params: z.object({ folderId: z.optional(driveId) }),
  reply: z.object({
    files: z.array(z.object({ id: z.string(), name: z.string(), size: z.nullable(amount), modifiedTime: z.string() })),
  }),
  refusals: FILE_REFUSALS,
});

export const createDriveFolder = route({
  method: "POST",
  path: "/api/cloud/google-drive/folders",
  auth: "account",
  summary: "Makes a folder in the connected drive, under a name that says nothing.",
  body: z.object({ name: opaqueName, parent_id: z.optional(z.nullable(driveId)) }),
  reply: z.object({ id: z.string() }),
  refusals: FILE_REFUSALS,
});
