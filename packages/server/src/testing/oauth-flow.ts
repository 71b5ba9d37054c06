/** Walks through the authorize page like a browser: redirect, form, redirect back. Everything over HTTP. */
import { createHash, randomBytes } from "node:crypto";
import { authorizeTicket, cloudConfig, oauthCallback } from "@satchel/contract/drives/cloud.ts";
import { TICKET_PARAMETER } from "@satchel/contract/drives/oauth.ts";
import type { ReplyOf } from "@satchel/contract/route.ts";
import type { Called, TestServer } from "./test-server.ts";

type Connectable = Exclude<ReplyOf<typeof cloudConfig>["drive"], { readonly mode: "none" }>;

export type OAuthFlow = {
  /** The URL to which the browser returns, with code or error. */
  readonly returned: URL;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly state: string;
};

export type OAuthFlowOptions = {
  readonly decision?: "allow" | "refuse";
  /** False leaves every drive checkbox unticked. */
  readonly ticked?: boolean;
  /** Used instead of a fresh ticket. */
  readonly ticket?: string;
  readonly user?: string;
};

export async function connectable(server: TestServer): Promise<Connectable> {
  const { drive } = (await server.call(cloudConfig, undefined)).reply();
  if (drive.mode === "none") throw new Error("no drive is configured");
  return drive;
}

/** Opens the page, submits it, and returns the browser's final URL. `origin` is that of the server. */
export async function runAuthorizeFlow(
  server: TestServer,
  origin: string,
  token: string,
  options: OAuthFlowOptions = {},
): Promise<OAuthFlow> {
  const drive = await connectable(server);
  const redirectUri = server.config.publicOrigins[0] + drive.redirectPath;
  const [verifier, state] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
  const url = new URL(drive.authorizeUrl, origin);
  const query = {
    client_id: drive.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: drive.scopes.join(" "),
    access_type: "offline",
    prompt: "consent",
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (drive.mode === "sandbox")
    url.searchParams.set(TICKET_PARAMETER, options.ticket ?? (await server.call(authorizeTicket, undefined, { token })).reply().ticket);
  const page = await fetch(url, { redirect: "manual" });
  const answer = await fetch(...toSubmission(url, await page.text(), options));
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`the authorize page sent nobody back: ${answer.status}`);
  return { returned: new URL(location), redirectUri, verifier, state };
}

function toSubmission(url: URL, html: string, options: OAuthFlowOptions): [URL, RequestInit] {
  const action = /<form method="post" action="([^"]+)"/
    .exec(html)?.[1]
    ?.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const ticket = /name="ticket" value="([^"]+)"/.exec(html)?.[1];
  if (action === undefined || ticket === undefined) throw new Error(`no form on the authorize page: ${html}`);
  const scopes = [...html.matchAll(/name="scope" value="([^"]+)"/g)].map((match) => match[1] ?? "");
  const fields: [string, string][] = [
    ["ticket", ticket],
    ["decision", options.decision ?? "allow"],
  ];
  if (options.ticked !== false) for (const scope of scopes) fields.push(["scope", scope]);
  if (options.user !== undefined) fields.push(["user", options.user]);
  return [new URL(action, url), { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }];
}

export function exchange(server: TestServer, token: string, flow: OAuthFlow): Promise<Called<typeof oauthCallback>> {
  const code = flow.returned.searchParams.get("code") ?? "";
  return server.call(oauthCallback, { code, redirect_uri: flow.redirectUri, user_id: "ignored", code_verifier: flow.verifier }, { token });
}

export async function connect(
  server: TestServer,
  origin: string,
  token: string,
  options: OAuthFlowOptions = {},
): Promise<ReplyOf<typeof oauthCallback>> {
  return (await exchange(server, token, await runAuthorizeFlow(server, origin, token, options))).reply();
}
