/** One device lets another in: the server carries a hash, public keys and a sealed answer. N: new, A: unlocked. encryption.md 3.5 (6). */
import * as z from "zod/mini";
import { KEY_DOCUMENT } from "../limits.ts";
import { seconds, time } from "../numbers.ts";
import { done, route } from "../route.ts";
import { b64, hash } from "./keys.ts";

/** b64 of a raw P-256 point. */
const publicKey = b64(87, 87);
const sealedTo = z.strictObject({ epk: publicKey, iv: b64(16, 16), ct: b64(1, KEY_DOCUMENT.wrapMaxChars) });
const params = z.object({ requestId: z.string() });

export const approval = z.object({
  requestId: z.string(),
  /** waiting → offered (A posted pubA) → revealed (N posted pubN) → answered; or refused. */
  state: z.enum(["waiting", "offered", "revealed", "answered", "refused"]),
  pubHash: hash,
  pubA: z.nullable(publicKey),
  pubN: z.nullable(publicKey),
  answer: z.nullable(sealedTo),
  /** Of the asking session, for the user to recognise. */
  device: z.string(),
  network: z.string(),
  createdAt: time,
  /** Seconds left. */
  expiresIn: seconds,
  /** This session asked. */
  mine: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

export const askApproval = route({
  method: "POST",
  path: "/api/approvals",
  auth: "limited",
  summary: "N asks, showing SHA-256 of its public key. An older request of this session is dropped.",
  body: z.object({ pubHash: hash }),
  reply: approval,
});

export const listApprovals = route({
  method: "GET",
  path: "/api/approvals",
  auth: "account",
  summary: "Requests of this account that are still open.",
  reply: z.object({ approvals: z.array(approval) }),
});

export const readApproval = route({
  method: "GET",
  path: "/api/approvals/:requestId",
  auth: "limited",
  summary: "How one request stands; both devices poll it.",
  params,
  reply: approval,
});

export const offerApproval = route({
  method: "POST",
  path: "/api/approvals/:requestId/offer",
  auth: "account",
  summary: "A shows its public key. Once, and not by the session that asked.",
  params,
  body: z.object({ pubA: publicKey }),
  reply: approval,
  refusals: ["conflict", "forbidden"],
});

export const revealApproval = route({
  method: "POST",
  path: "/api/approvals/:requestId/reveal",
  auth: "limited",
  summary: "N shows the key it promised; another one is refused and ends the request.",
  params,
  body: z.object({ pubN: publicKey }),
  reply: approval,
  refusals: ["conflict", "forbidden"],
});

export const answerApproval = route({
  method: "POST",
  path: "/api/approvals/:requestId/answer",
  auth: "account",
  summary: "A gives the sealed root. Once, by the session that offered.",
  params,
  body: z.object({ answer: sealedTo }),
  reply: approval,
  refusals: ["conflict", "forbidden"],
});

export const refuseApproval = route({
  method: "POST",
  path: "/api/approvals/:requestId/refuse",
  auth: "limited",
  summary: "Either side ends it.",
  params,
  reply: done,
});
