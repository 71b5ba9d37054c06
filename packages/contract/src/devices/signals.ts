/**
 * Signals between online devices of one account: sealed by the sender, forwarded at once to the account's other sessions, and not stored.
 * The server learns that a device is online, and when it sent a signal of which length. Decision 0024, encryption.md 3.3.
 */
import * as z from "zod/mini";
import { SIGNAL } from "../limits.ts";
import { waitMs } from "../numbers.ts";
import { done, route } from "../route.ts";

const message = z.string().check(z.minLength(1), z.maxLength(SIGNAL.maxChars), z.regex(/^[A-Za-z0-9_-]+$/));

export const sendSignal = route({
  method: "POST",
  path: "/api/signals",
  auth: "account",
  summary: "Passes a sealed message on to the account's other sessions that are listening. It is kept nowhere, and may be lost.",
  body: z.object({ message }),
  reply: done,
  maxBodyBytes: SIGNAL.bodyMaxBytes,
});

/**
 * `open` comes first. `end` comes last if the server ends the stream itself. `account` means that the account's sessions, keys or
 * requests for approval changed.
 */
export const signalEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("open") }),
  z.object({ kind: z.literal("signal"), message }),
  z.object({ kind: z.literal("account") }),
  z.object({
    kind: z.literal("end"),
    /**
     * `replaced`: the session opened another stream. `session`: the session has ended. `closing`: this server shuts down, and another one
     * replaces it.
     */
    why: z.enum(["replaced", "session", "closing"]),
    /** Minimum wait before reconnecting. */
    retryAfterMs: waitMs,
  }),
]);
export type SignalEvent = z.infer<typeof signalEvent>;

export const listenForSignals = route({
  method: "GET",
  path: "/api/signals",
  auth: "account",
  summary:
    "Server-sent events, each with one JSON object as its data; a comment every 25 seconds keeps the line open. A session has one stream: a second one ends the first. It ends with the session.",
  reply: signalEvent,
  isStream: true,
});
