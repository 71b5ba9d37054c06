/**
 * The Sensitive folder's verifier and session. The server compares hashes and sees neither passwords nor keys. encryption.md 3.2, 3.5 (8).
 */
import * as z from "zod/mini";
import { BODY, KEY_DOCUMENT } from "../limits.ts";
import { seconds, time } from "../numbers.ts";
import { done, route } from "../route.ts";
import { accountKeys, envelope, hash, shortId } from "./keys.ts";

/** The new `sens` is written together with the verifier, under the rules of `writeKeys`. */
const sensWrite = {
  sid: shortId,
  /** b64 of the derived verifier. */
  verifier: hash,
  sens: envelope(KEY_DOCUMENT.sensMaxChars),
  /** `bound` of the document with this `sens` and the next revision. */
  bound: z.optional(hash),
  rev: z.int().check(z.gte(1)),
  proof: hash,
};

export const setUpSensitive = route({
  method: "POST",
  path: "/api/sensitive/setup",
  auth: "account",
  summary: "Stores the verifier of a new sensitive folder together with its sealed keys. 409 sensitive-exists or conflict: unlock instead.",
  maxBodyBytes: BODY.keysMaxBytes,
  body: z.object(sensWrite),
  reply: accountKeys,
  refusals: ["sensitive-exists", "conflict", "wrong-proof"],
});

export const authenticateSensitive = route({
  method: "POST",
  path: "/api/sensitive/authenticate",
  auth: "account",
  summary: "Checks the verifier and opens a short session.",
  body: z.object({ sid: shortId, verifier: hash }),
  reply: z.object({
    token: z.string(),
    /** Unix milliseconds by the server's clock. */
    expiresAt: time,
    expiresIn: seconds,
  }),
  refusals: ["sensitive-refused", "sensitive-not-set-up"],
});

export const changeSensitive = route({
  method: "POST",
  path: "/api/sensitive/change",
  auth: "account",
  summary:
    "A new sensitive password, proved by the old one's verifier, or by the account's password after a recovery. Open sessions of the folder end.",
  maxBodyBytes: BODY.keysMaxBytes,
  body: z.object({
    ...sensWrite,
    currentVerifier: z.optional(hash),
    password: z.optional(z.string()),
    /** Further folders that get the same new password, each proved in the same way. */
    others: z.optional(
      z.array(z.object({ sid: shortId, currentVerifier: z.optional(hash) })).check(z.maxLength(KEY_DOCUMENT.maxSensitive)),
    ),
  }),
  reply: accountKeys,
  refusals: ["sensitive-refused", "sensitive-not-set-up", "wrong-password", "conflict", "wrong-proof"],
});

export const revokeSensitive = route({
  method: "POST",
  path: "/api/sensitive/revoke",
  auth: "account",
  summary: "Ends the short session.",
  body: z.object({ token: z.string() }),
  reply: done,
});
