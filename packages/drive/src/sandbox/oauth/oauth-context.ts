/** Shared state of the OAuth endpoints: clients, users, lifetimes, secrets. drive-contract §5. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../server/context/context.ts";
import type { DriveRequest, DriveResponse } from "../../server/http/drive-request.ts";
import { readUpTo } from "../../server/http/request-body.ts";
import type { SandboxStore, SandboxUser, Ticket, TicketKind } from "../sandbox-store.ts";

export type OAuthClient = {
  readonly clientId: string;
  /** Name on the consent page; the id without one. */
  readonly name?: string;
  readonly clientSecret: string;
  /** Exact URIs; the word `loopback` allows any http address of this machine. */
  readonly redirectUris: readonly string[];
};

export type CurrentUser =
  | { readonly kind: "user"; readonly user: SandboxUser }
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "refused"; readonly status: number; readonly message: string };

export type Lifetimes = { accessTokenSeconds: number; grantSeconds?: number };

export type OAuthContext = {
  readonly store: SandboxStore;
  readonly clients: readonly OAuthClient[];
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly basePath: string;
  readonly currentUser: ((request: DriveRequest) => Promise<CurrentUser>) | undefined;
  readonly users: readonly SandboxUser[];
  /** `grantSeconds` limits a permission in time, as consent screens in testing do; if absent, it lasts until it is withdrawn. */
  readonly lifetimes: Lifetimes;
};

export const CODE_MS = 600_000;
export const NO_STORE = {
  "cache-control": "no-store",
  pragma: "no-cache",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const FORM_BYTES = 64 * 1024;

function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

export function isSameSecret(left: string, right: string): boolean {
  const [a, b] = [createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest()];
  return timingSafeEqual(a, b);
}

/** Creates a secret, stores its hash, and returns the secret. */
export async function issue(context: OAuthContext, prefix: string, ticket: Omit<Ticket, "hash">): Promise<string> {
  const secret = prefix + Buffer.from(context.randomBytes(32)).toString("base64url");
  await context.store.put({ ...ticket, hash: hashSecret(secret) });
  return secret;
}

/** Returns undefined if the secret is unknown or expired. */
export async function find(context: Pick<OAuthContext, "store" | "clock">, kind: TicketKind, secret: string): Promise<Ticket | undefined> {
  const ticket = await context.store.get(kind, hashSecret(secret));
  return ticket !== undefined && ticket.expiresAt > context.clock.now() ? ticket : undefined;
}

export async function take(context: OAuthContext, kind: TicketKind, secret: string): Promise<Ticket | undefined> {
  const ticket = await context.store.take(kind, hashSecret(secret));
  return ticket !== undefined && ticket.expiresAt > context.clock.now() ? ticket : undefined;
}

/** Returns undefined if the body is too long for a valid form. */
export async function readForm(request: DriveRequest): Promise<URLSearchParams | undefined> {
  const bytes = await readUpTo(request.body, FORM_BYTES);
  return bytes === undefined ? undefined : new URLSearchParams(bytes.toString());
}

export function oauthJson(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): DriveResponse {
  return { status, headers: { ...NO_STORE, "content-type": "application/json; charset=utf-8", ...headers }, body: JSON.stringify(value) };
}

export function oauthError(status: number, error: string, description: string): DriveResponse {
  return oauthJson(status, { error, error_description: description });
}

/** A stable and opaque id of twenty digits, like the real service's. */
export function toPermissionId(userId: string): string {
  const digest = createHash("sha256").update(`permission ${userId}`).digest();
  return (digest.readBigUInt64BE() % 10n ** 20n).toString().padStart(20, "1");
}
