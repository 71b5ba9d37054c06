/** The drive's side of the memory server: issues codes, handles and access tokens, and revokes them. */
import type { CloudUsage, cloudStatus, DriveUserInfo } from "@satchel/contract/drives/cloud.ts";
import { REFUSALS, type RefusalCode } from "@satchel/contract/refusals.ts";
import type { ReplyOf } from "@satchel/contract/route.ts";
import { failed, ok, type Result } from "../model/result.ts";
import type { Backend, BackendProblem } from "../ports/account/backend.ts";

const DRIVE_FILE_SCOPE = "https://www.googleapis.com/auth/drive.file";

type CloudCall =
  | "cloudConfig"
  | "authorizeTicket"
  | "oauthCallback"
  | "cloudStatus"
  | "refreshAccess"
  | "disconnectDrive"
  | "cloudUsage"
  | "debugToken";
type Connection = { handle: string; userInfo: DriveUserInfo; lost: "revoked" | "grant-ended" | "scope-missing" | null };

export type MemoryCloud = {
  mode: "sandbox" | "google" | "none";
  expiresIn: number;
  /** Issues a code that can be exchanged once, with this redirect address and verifier. */
  issueCode(userInfo: DriveUserInfo, options?: { readonly withoutDrive?: boolean }): string;
  /** Revokes the permission: withdrawn by the user, expired, or without the drive's scope. */
  revoke(email: string, reason?: "revoked" | "grant-ended" | "scope-missing"): void;
  readonly verifiers: string[];
  readonly tokens: Set<string>;
};

export type CloudDeps = {
  readonly next: (what: string) => string;
  readonly answer: <Value>(call: CloudCall, run: () => Result<Value, BackendProblem>) => Promise<Result<Value, BackendProblem>>;
  readonly emailOf: (token: string) => Result<string, BackendProblem>;
};

const REDIRECT_PATH = "/auth/google/callback";
const refusal = (code: RefusalCode) => failed<BackendProblem>({ kind: "refused", code, status: REFUSALS[code].status });

export function createMemoryCloud({ next, answer, emailOf }: CloudDeps): Pick<Backend, CloudCall> & { readonly cloud: MemoryCloud } {
  const codes = new Map<string, { userInfo: DriveUserInfo; withoutDrive: boolean }>();
  const connections = new Map<string, Connection>();
  const cloud: MemoryCloud = {
    mode: "sandbox",
    expiresIn: 3600,
    verifiers: [],
    tokens: new Set(),
    issueCode(userInfo, { withoutDrive = false } = {}) {
      const code = next("code");
      codes.set(code, { userInfo, withoutDrive });
      return code;
    },
    revoke(email, reason = "revoked") {
      const connection = connections.get(email);
      if (connection !== undefined) connection.lost = reason;
      cloud.tokens.clear();
    },
  };

  const accessOf = ({ handle, userInfo }: Connection) => {
    const accessToken = next("access");
    cloud.tokens.add(accessToken);
    return { accessToken, refreshToken: handle, expiresIn: cloud.expiresIn, userInfo };
  };
  const withEmail = <Value>(token: string, run: (email: string) => Result<Value, BackendProblem>) => {
    const email = emailOf(token);
    return email.ok ? run(email.value) : email;
  };
  const driveOf = (mode: "sandbox" | "google") => ({
    mode,
    clientId: mode === "google" ? "client.apps.googleusercontent.com" : "client",
    authorizeUrl: "/sandbox/o/oauth2/v2/auth",
    redirectPath: REDIRECT_PATH,
    scopes: ["openid", "email", "profile", DRIVE_FILE_SCOPE],
    label: mode === "google" ? "Google Drive" : "Sandbox drive",
    ...addresses("/sandbox"),
  });

  return {
    cloud,
    cloudConfig: () =>
      answer("cloudConfig", () =>
        ok({ drive: cloud.mode === "none" ? { mode: "none" as const } : driveOf(cloud.mode), managed: addresses("") }),
      ),
    authorizeTicket: (token) => answer("authorizeTicket", () => withEmail(token, () => ok({ ticket: next("ticket"), expiresIn: 60 }))),
    oauthCallback: (token, body) =>
      answer("oauthCallback", () =>
        withEmail(token, (email) => {
          const grant = codes.get(body.code);
          codes.delete(body.code);
          if (!body.redirect_uri.endsWith(REDIRECT_PATH)) return refusal("oauth-redirect-mismatch");
          if (grant === undefined || body.code_verifier === undefined) return refusal("oauth-invalid-grant");
          cloud.verifiers.push(body.code_verifier);
          if (grant.withoutDrive) return refusal("scope-missing");
          const former = connections.get(email);
          const connection = { handle: next("handle"), userInfo: grant.userInfo, lost: null };
          connections.set(email, connection);
          const accountChanged = former !== undefined && former.userInfo.sub !== grant.userInfo.sub;
          return ok({ ...accessOf(connection), scope: DRIVE_FILE_SCOPE, accountChanged });
        }),
      ),
    cloudStatus: (token) =>
      answer("cloudStatus", () =>
        withEmail<ReplyOf<typeof cloudStatus>>(token, (email) => {
          const connection = connections.get(email);
          const nothing = { accessToken: null, refreshToken: null, expiresIn: null };
          const fine = { needsReconnection: false, reason: null };
          if (connection === undefined) return ok({ connected: false, ...fine, userInfo: null, ...nothing });
          const { userInfo, lost } = connection;
          if (lost !== null) return ok({ connected: false, needsReconnection: true, reason: lost, userInfo, ...nothing });
          return ok({ connected: true, ...fine, ...accessOf(connection) });
        }),
      ),
    refreshAccess: (token, handle) =>
      answer("refreshAccess", () =>
        withEmail(token, (email) => {
          const connection = connections.get(email);
          if (connection === undefined) return refusal("drive-not-connected");
          if (connection.handle !== handle || connection.lost === "revoked") return refusal("reconnection-needed");
          if (connection.lost !== null) return refusal(connection.lost);
          return ok(accessOf(connection));
        }),
      ),
    disconnectDrive: (token) =>
      answer("disconnectDrive", () =>
        withEmail(token, (email) => {
          connections.delete(email);
          return ok(undefined);
        }),
      ),
    cloudUsage: (token) =>
      answer("cloudUsage", () => withEmail(token, (email) => (connections.has(email) ? ok(USAGE) : refusal("drive-not-connected")))),
    debugToken: (token) =>
      answer("debugToken", () =>
        withEmail(token, (email) => {
          const connection = connections.get(email);
          const hasProvider = connection !== undefined;
          return ok({
            tokenValid: connection?.lost === null,
            scope: hasProvider ? DRIVE_FILE_SCOPE : null,
            hasProvider,
            hasToken: hasProvider,
          });
        }),
      ),
  };
}

const USAGE: CloudUsage = {
  success: true,
  totalBytes: 1000,
  usedBytes: 250,
  availableBytes: 750,
  usagePercentage: 25,
  usedFormatted: "250 B",
  totalFormatted: "1000 B",
  availableFormatted: "750 B",
  providerType: "sandbox",
};

function addresses(prefix: string) {
  return { apiBase: `${prefix}/drive/v3`, uploadBase: `${prefix}/upload/drive/v3`, batchBase: `${prefix}/batch/drive/v3` };
}
