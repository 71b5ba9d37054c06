/** The drive that people connect on the free plan: what this server knows of it, and Google Drive as configured. */
import type { GoogleConfig } from "../config/config.ts";

/** The drive that the free plan connects to, Google's or the sandbox: its addresses, and how this server talks to it. Decision 0002. */
export type DriveProvider = {
  readonly kind: "google" | "sandbox";
  readonly label: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** Where the browser goes; absolute, or paths on our own origin. */
  readonly browser: {
    readonly authorizeUrl: string;
    readonly apiBase: string;
    readonly uploadBase: string;
    readonly batchBase: string;
  };
  /** Where this server goes. */
  readonly server: {
    readonly tokenUrl: string;
    readonly revokeUrl: string;
    readonly userInfoUrl: string;
    readonly apiBase: string;
    readonly uploadBase: string;
  };
  /** Ends an account's access tokens and uploads where the drive can; Google could only end the whole permission. */
  readonly endAccess?: (accountId: string) => Promise<void>;
  readonly fetch: typeof fetch;
  /** Exactly these return addresses are accepted; asked at each use, because the port may be known only once it is open. */
  readonly redirectUris: () => readonly string[];
};

/** `drive.file` sees what we create and nothing else; the full scope is never asked for. */
export const DRIVE_SCOPES = ["openid", "email", "profile", "https://www.googleapis.com/auth/drive.file"] as const;
export const REDIRECT_PATH = "/auth/google/callback";

/** Google Drive as configured; every address can be pointed elsewhere, so that the sandbox is in for it. */
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
