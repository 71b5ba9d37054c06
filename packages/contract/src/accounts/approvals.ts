/** Approval of a new device N by an unlocked device A, version 2. The server carries the values and vouches for none of them. encryption.md 3.5 (6). */
import * as z from "zod/mini";
import { APPROVAL_LIMITS } from "../limits.ts";
import { seconds, time } from "../numbers.ts";
import { done, route } from "../route.ts";
import { b64, hash } from "./keys.ts";

/** Raw P-256 point. */
const publicKey = b64(87, 87);
const nonce = b64(43, 43);
/** Name of a device as both devices show and hash it. */
const name = z.string().check(z.minLength(1), z.maxLength(APPROVAL_LIMITS.nameMaxChars), z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}]+$/u));
const answer = z.strictObject({ iv: b64(16, 16), ct: b64(1, APPROVAL_LIMITS.answerMaxChars) });
/** 16 random bytes. */
const requestId = b64(22, 22);
const params = z.object({ requestId: z.string() });

export const approval = z.object({
  requestId,
  /** waiting → offered (A sent its values) → revealed (N sent its values) → answered; or refused. */
  state: z.enum(["waiting", "offered", "revealed", "answered", "refused"]),
  /** SHA-256 that binds `nameN`, `pubN` and `nonceN`. */
  commitment: hash,
  nameN: name,
  pubA: z.nullable(publicKey),
  nonceA: z.nullable(nonce),
  nameA: z.nullable(name),
  pubN: z.nullable(publicKey),
  nonceN: z.nullable(nonce),
  /** Shows A that N scanned A's code. */
  proof: z.nullable(hash),
  answer: z.nullable(answer),
  /** Network of the session that asked. */
  network: z.string(),
  createdAt: time,
  /** Seconds left by the server's clock. The devices count by their own. */
  expiresIn: seconds,
  /** True for the session that asked. */
  mine: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

export const askApproval = route({
  method: "POST",
  path: "/api/device-approvals",
  auth: "limited",
  summary: "N asks and commits to its name, key and nonce. An older request of this session is dropped.",
  body: z.object({ commitment: hash, nameN: name }),
  reply: approval,
});

export const listApprovals = route({
  method: "GET",
  path: "/api/device-approvals",
  auth: "account",
  summary: "Open requests of this account.",
  reply: z.object({ approvals: z.array(approval) }),
});

export const readApproval = route({
  method: "GET",
  path: "/api/device-approvals/:requestId",
  auth: "limited",
  summary: "State of one request. Both devices poll it.",
  params,
  reply: approval,
});

export const offerApproval = route({
  method: "POST",
  path: "/api/device-approvals/:requestId/offer",
  auth: "account",
  summary: "A sends its key, nonce and name. Once, and not by the session that asked.",
  params,
  body: z.object({ pubA: publicKey, nonceA: nonce, nameA: name }),
  reply: approval,
  refusals: ["conflict", "forbidden"],
});

export const revealApproval = route({
  method: "POST",
  path: "/api/device-approvals/:requestId/reveal",
  auth: "limited",
  summary: "N sends the key and the nonce that it committed to. A checks them.",
  params,
  body: z.object({ pubN: publicKey, nonceN: nonce }),
  reply: approval,
  refusals: ["conflict", "forbidden"],
});

export const proveApproval = route({
  method: "POST",
  path: "/api/device-approvals/:requestId/prove",
  auth: "limited",
  summary: "N shows that it scanned A's code. Once, after it revealed its key.",
  params,
  body: z.object({ proof: hash }),
  reply: approval,
  refusals: ["conflict", "forbidden"],
});

export const answerApproval = route({
  method: "POST",
  path: "/api/device-approvals/:requestId/answer",
  auth: "account",
  summary: "A sends the sealed root. Once, by the session that offered.",
  params,
  body: z.object({ answer }),
  reply: approval,
  refusals: ["conflict", "forbidden"],
});

export const refuseApproval = route({
  method: "POST",
  path: "/api/device-approvals/:requestId/refuse",
  auth: "limited",
  summary: "Either device ends the request.",
  params,
  reply: done,
});

const VERSION_1 = [
  ["POST", "/api/approvals"],
  ["GET", "/api/approvals"],
  ["GET", "/api/approvals/:requestId"],
  ["POST", "/api/approvals/:requestId/offer"],
  ["POST", "/api/approvals/:requestId/reveal"],
  ["POST", "/api/approvals/:requestId/answer"],
  ["POST", "/api/approvals/:requestId/refuse"],
] as const;

/** Version 1 let a server take the root. Its routes refuse whatever an old page sends. */
export const outdatedApprovals = VERSION_1.map(([method, path]) =>
  route({
    method,
    path,
    auth: "limited",
    summary: "Version 1 of approvals: refused.",
    params: z.object({ requestId: z.optional(z.string()) }),
    body: z.optional(z.unknown()),
    reply: done,
    refusals: ["app-too-old"],
  }),
);
