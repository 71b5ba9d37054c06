/** Scopes the sandbox can grant. Sign-in scopes are granted silently; the others get a checkbox each. drive-contract §5.4, §5.5. */
import { SCOPES } from "../../server/context/scopes.ts";

const SIGN_IN: readonly string[] = [
  "openid",
  "email",
  "profile",
  "https://www.googleapis.com/auth/userinfo.email",
  "https://www.googleapis.com/auth/userinfo.profile",
];

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  [SCOPES.file]: "See, edit, create and delete only the files in your drive that you use with this app",
  [SCOPES.appData]: "See, create and delete this app's own settings in your drive",
  [SCOPES.full]: "See, edit, create and delete all of the files in your drive",
  [SCOPES.readOnly]: "See and download all of the files in your drive",
  [SCOPES.metadata]: "See and change information about the files in your drive",
  [SCOPES.metadataReadOnly]: "See information about the files in your drive",
};

export const ALL_SCOPES: readonly string[] = [...SIGN_IN, ...Object.keys(DESCRIPTIONS)];

export function isSignIn(scope: string): boolean {
  return SIGN_IN.includes(scope);
}

export function isKnownScope(scope: string): boolean {
  return ALL_SCOPES.includes(scope);
}

export function describeScope(scope: string): string {
  return DESCRIPTIONS[scope] ?? scope;
}

export function mayReadEmail(scopes: readonly string[]): boolean {
  return scopes.some((scope) => scope === "email" || scope.endsWith("/userinfo.email"));
}

export function mayReadProfile(scopes: readonly string[]): boolean {
  return scopes.some((scope) => scope === "profile" || scope.endsWith("/userinfo.profile"));
}

/** Returns sign-in scopes in their long form, as the real service does. */
export function toGranted(scopes: readonly string[]): readonly string[] {
  const long = scopes.map((scope) =>
    scope === "email" || scope === "profile" ? `https://www.googleapis.com/auth/userinfo.${scope}` : scope,
  );
  return [...new Set(long)];
}
