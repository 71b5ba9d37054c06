/**
 * Every route that the page calls, and how its responses are parsed: the contract's schemas, fetched with the first call. Spec A §7, B §8.
 */
import * as activity from "@satchel/contract/accounts/activity.ts";
import * as approvals from "@satchel/contract/accounts/approvals.ts";
import * as auth from "@satchel/contract/accounts/auth.ts";
import * as keys from "@satchel/contract/accounts/keys.ts";
import * as local from "@satchel/contract/accounts/local.ts";
import * as onboarding from "@satchel/contract/accounts/onboarding.ts";
import * as pendingSteps from "@satchel/contract/accounts/pending-steps.ts";
import * as sensitive from "@satchel/contract/accounts/sensitive.ts";
import * as ai from "@satchel/contract/ai.ts";
import * as devices from "@satchel/contract/devices/devices.ts";
import * as cloud from "@satchel/contract/drives/cloud.ts";
import * as planChange from "@satchel/contract/drives/plan-change.ts";
import { isRefusalCode, refusalBody } from "@satchel/contract/refusals.ts";
import { type Method, type ReplyOf, type Route, toPath } from "@satchel/contract/route.ts";
import * as server from "@satchel/contract/server-info.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { BackendProblem } from "@satchel/core/ports/account/backend.ts";
import * as z from "zod/mini";

export const ROUTES = {
  activity,
  ai,
  approvals,
  auth,
  cloud,
  devices,
  keys,
  local,
  onboarding,
  pendingSteps,
  planChange,
  sensitive,
  server,
};

export type Reply = { readonly status: number; readonly value: unknown; readonly retryAfter: string | null };

export type Address = { readonly method: Method; readonly path: string };

export function addressOf(route: Route, params: Readonly<Record<string, string>>): Address {
  return { method: route.method, path: toPath(route.path, params) };
}

/** Fields that name the provider. Their values are a closed list here, but another server or a later version may know more. Spec B §8. */
const PROVIDER_FIELDS: readonly string[] = ["providerType", "drive.mode"];

export function parseReply<R extends Route>(route: R, { status, value, retryAfter }: Reply): Result<ReplyOf<R>, BackendProblem> {
  if (status < 200 || status > 299) return failed(parseRefusal(status, value, retryAfter));
  const reply = route.reply.safeParse(value);
  if (reply.success) return ok(reply.data as ReplyOf<R>);
  if (reply.error.issues.some(({ path }) => PROVIDER_FIELDS.includes(path.join(".")))) console.warn("Unsupported provider");
  return failed({ kind: "malformed", status });
}

function parseRefusal(status: number, value: unknown, retryAfter: string | null): BackendProblem {
  const body = refusalBody.safeParse(value);
  if (!body.success) return { kind: "malformed", status, ...messageOf(value) };
  const { code, field, retryAfterMs = toMs(retryAfter) } = body.data;
  return {
    kind: "refused",
    code: isRefusalCode(code) ? code : "unknown",
    status,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Message of a foreign refusal: the field `error`, else `message`. Spec A §7. */
function messageOf(value: unknown): { readonly message?: string } {
  const parsed = foreignRefusal.safeParse(value);
  const message = parsed.success ? (parsed.data.error ?? parsed.data.message) : undefined;
  return message === undefined || message.trim() === "" ? {} : { message: message.slice(0, MAX_MESSAGE_CHARS) };
}

const MAX_MESSAGE_CHARS = 300;
const foreignRefusal = z.object({ error: z.optional(z.string()), message: z.optional(z.string()) });

/** Parses seconds only; our server does not send the date form. */
function toMs(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined;
}
