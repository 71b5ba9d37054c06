/** Google Drive as configured; every address can be pointed elsewhere, so that the sandbox is in for it. */
import type { GoogleConfig } from "../config.ts";
import { DRIVE_SCOPES, type DriveProvider, REDIRECT_PATH } from "./drive-provider.ts";

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
