/** Validates the query of the authorize page. Nothing is ever sent to an unknown client or address. drive-contract §5.1. */
import type { OAuthClient } from "./oauth-context.ts";
import { isKnownScope } from "./sandbox-scopes.ts";

export type AuthorizeRequest = {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | undefined;
  readonly isOffline: boolean;
  /** True if scopes granted before are included with those requested now. */
  readonly includesGranted: boolean;
  readonly prompt: readonly string[];
  readonly loginHint: string | undefined;
  readonly challenge: string | undefined;
};

export type AuthorizeCheck =
  | { readonly kind: "fine"; readonly request: AuthorizeRequest }
  /** Reported to the client by redirect. */
  | { readonly kind: "refused"; readonly redirectUri: string; readonly state: string | undefined; readonly error: string }
  /** Shown to the user only. */
  | { readonly kind: "bad-client"; readonly error: "invalid_client" | "redirect_uri_mismatch"; readonly message: string };

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

export function checkAuthorize(params: URLSearchParams, clients: readonly OAuthClient[]): AuthorizeCheck {
  const client = clients.find((candidate) => candidate.clientId === params.get("client_id"));
  if (client === undefined) return { kind: "bad-client", error: "invalid_client", message: "The OAuth client was not found." };
  const redirectUri = params.get("redirect_uri") ?? "";
  if (!isAllowedRedirect(client, redirectUri)) {
    return { kind: "bad-client", error: "redirect_uri_mismatch", message: "The address to return to is not one of the client's." };
  }
  const state = params.get("state") ?? undefined;
  const refused = (error: string): AuthorizeCheck => ({ kind: "refused", redirectUri, state, error });
  if (params.get("response_type") !== "code") return refused("unsupported_response_type");
  const scopes = (params.get("scope") ?? "").split(" ").filter((scope) => scope !== "");
  if (scopes.length === 0 || !scopes.every(isKnownScope)) return refused("invalid_scope");
  const challenge = params.get("code_challenge") ?? undefined;
  if (!isGoodChallenge(challenge, params.get("code_challenge_method") ?? undefined)) return refused("invalid_request");
  const request: AuthorizeRequest = {
    clientId: client.clientId,
    redirectUri,
    scopes: [...new Set(scopes)],
    state,
    isOffline: params.get("access_type") === "offline",
    includesGranted: params.get("include_granted_scopes") === "true",
    prompt: (params.get("prompt") ?? "").split(" ").filter((word) => word !== ""),
    loginHint: params.get("login_hint") ?? undefined,
    challenge,
  };
  return { kind: "fine", request };
}

/** Accepts only S256, because a plain challenge protects nothing. */
function isGoodChallenge(challenge: string | undefined, method: string | undefined): boolean {
  if (challenge === undefined) return method === undefined;
  return method === "S256" && CHALLENGE.test(challenge);
}

function isAllowedRedirect(client: OAuthClient, redirectUri: string): boolean {
  if (client.redirectUris.includes(redirectUri)) return redirectUri !== "loopback";
  return client.redirectUris.includes("loopback") && isLoopback(redirectUri);
}

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname) && url.hash === "" && url.username === "";
}
