/** The drive's side of a server in memory: hands out codes, handles and access tokens, and forgets them when told. */
import type { cloudStatus, DriveUserInfo } from "@satchel/contract/cloud.ts";
import { DRIVE_FILE_SCOPE } from "@satchel/contract/cloud.ts";
import { REFUSALS, type RefusalCode } from "@satchel/contract/refusals.ts";
import type { ReplyOf } from "@satchel/contract/route.ts";
import type { Backend, BackendProblem } from "../ports/backend.ts";
import { failed, ok, type Result } from "../result.ts";

type CloudCall = "cloudConfig" | "authorizeTicket" | "oauthCallback" | "cloudStatus" | "refreshAccess" | "disconnectDrive";
type Connection = { handle: string; userInfo: DriveUserInfo; needsReconnection: boolean };

export type MemoryCloud = {
  mode: "sandbox" | "google" | "none";
  expiresIn: number;
  /** Codes that were handed out; each is taken once, with this redirect address and verifier's account. */
  issueCode(userInfo: DriveUserInfo, options?: { readonly withoutDrive?: boolean }): string;
  /** The person withdrew the permission at the drive. */
  revoke(email: string): void;
  readonly verifiers: string[];
  readonly tokens: Set<string>;
};

export type CloudDoors = {
  readonly next: (what: string) => string;
  readonly answer: <Value>(call: CloudCall, run: () => Result<Value, BackendProblem>) => Promise<Result<Value, BackendProblem>>;
  readonly emailOf: (token: string) => Result<string, BackendProblem>;
};

export const REDIRECT_PATH = "/auth/google/callback";
const refusal = (code: RefusalCode) => failed<BackendProblem>({ kind: "refused", code, status: REFUSALS[code].status });

export function createMemoryCloud({ next, answer, emailOf }: CloudDoors): Pick<Backend, CloudCall> & { readonly cloud: MemoryCloud } {
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
    revoke(email) {
      const connection = connections.get(email);
      if (connection !== undefined) connection.needsReconnection = true;
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
    clientId: "client",
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
          const connection = { handle: next("handle"), userInfo: grant.userInfo, needsReconnection: false };
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
          if (connection === undefined) return ok({ connected: false, needsReconnection: false, userInfo: null, ...nothing });
          const { userInfo, needsReconnection } = connection;
          if (needsReconnection) return ok({ connected: true, needsReconnection, userInfo, ...nothing });
          return ok({ connected: true, needsReconnection, ...accessOf(connection) });
        }),
      ),
    refreshAccess: (token, handle) =>
      answer("refreshAccess", () =>
        withEmail(token, (email) => {
          const connection = connections.get(email);
          if (connection === undefined) return refusal("drive-not-connected");
          if (connection.needsReconnection || connection.handle !== handle) return refusal("reconnection-needed");
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
  };
}

function addresses(prefix: string) {
  return { apiBase: `${prefix}/drive/v3`, uploadBase: `${prefix}/upload/drive/v3`, batchBase: `${prefix}/batch/drive/v3` };
}
