/** The drive that users connect on the free plan: the provider type, and Google Drive as configured. */
import type { GoogleConfig } from "../config/config.ts";

/** The drive of the free plan, Google's or the sandbox: its URLs, and how this server calls it. Decision 0002. */
export type DriveProvider = {
  readonly kind: "google" | "sandbox";
  readonly label: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** URLs for the browser; absolute, or paths on this server's origin. */
  readonly browser: {
    readonly authorizeUrl: string;
    readonly apiBase: string;
    readonly uploadBase: string;
    readonly batchBase: string;
  };
  /** URLs for this server. */
  readonly server: {
    readonly tokenUrl: string;
    readonly revokeUrl: string;
    readonly userInfoUrl: string;
    readonly apiBase: string;
    readonly uploadBase: string;
  };
  /** Ends an account's access tokens and uploads, if the drive supports that. Google could only end the whole permission. */
  readonly endAccess?: (accountId: string) => Promise<void>;
  readonly fetch: typeof fetch;
  /** The only accepted return URLs. Read at each use, because the port may be known only after the server listens. */
  readonly redirectUris: () => readonly string[];
};

/** `drive.file` gives access only to files that the app created; the full scope is never requested. */
export const DRIVE_SCOPES = ["openid", "email", "profile", "https://www.googleapis.com/auth/drive.file"] as const;
export const REDIRECT_PATH = "/auth/google/callback";

/** Google Drive as configured. Every URL can be replaced, so that the sandbox can play its part in tests. */
export function createGoogleProvider(google: GoogleConfig, origins: () => readonly string[]): DriveProvider {
  const { clientId, clientSecret, authorizeUrl, apiBase, uploadBase, batchBase, tokenUrl, revokeUrl, userInfoUrl } = google;
  return {
    kind: "google",
    label: "Google Drive",
    clientId,
    clientSecret,
    scopes: DRIVE_SCOPES,
    browser: { authorizeUrl, apiBase, uploadBase, batchBase },
    server: { tokenUrl, revokeUrl, userInfoUrl, apiBase, uploadBase },
    fetch,
    redirectUris: () => origins().map((origin) => origin + REDIRECT_PATH),
  };
}
