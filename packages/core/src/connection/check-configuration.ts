/** Checklist of the connect card: requirements for connecting a drive. Pure. Spec B §2 "Google Drive connect card", B §5. */
import { CONNECTION } from "../model/limits/limits.ts";

export type ConfigurationItem = "drive-configured" | "client-id" | "secure-origin" | "signed-in" | "permission";
export type ConfigurationCheck = { readonly item: ConfigurationItem; readonly isMet: boolean };

export type Configuration = {
  readonly drive: { readonly mode: "google" | "sandbox" | "none"; readonly clientId?: string } | undefined;
  readonly origin: string;
  readonly isSignedIn: boolean;
  readonly isPermitted: boolean;
};

export function checkConfiguration({ drive, origin, isSignedIn, isPermitted }: Configuration): readonly ConfigurationCheck[] {
  return [
    { item: "drive-configured", isMet: drive !== undefined && drive.mode !== "none" },
    { item: "client-id", isMet: drive !== undefined && hasClientId(drive) },
    { item: "secure-origin", isMet: isSecureOrigin(origin) },
    { item: "signed-in", isMet: isSignedIn },
    { item: "permission", isMet: isPermitted },
  ];
}

/** Google rejects a request without these two, so the page shows 'Coming Soon' instead of a button that cannot work. */
export function isConnectable(drive: NonNullable<Configuration["drive"]>, origin: string): boolean {
  return drive.mode === "google" ? hasClientId(drive) && isSecureOrigin(origin) : drive.mode === "sandbox";
}

/** Only Google's client ids have the suffix; the sandbox chooses its own id. */
function hasClientId({ mode, clientId = "" }: NonNullable<Configuration["drive"]>): boolean {
  if (mode === "google") return clientId.length > CONNECTION.clientIdSuffix.length && clientId.endsWith(CONNECTION.clientIdSuffix);
  return mode === "sandbox" && clientId !== "";
}

function isSecureOrigin(origin: string): boolean {
  return /^https:\/\//.test(origin) || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
}
