/**
 * What devices of one account say to each other while they are online: sealed by the sender, passed on at once to the account's other sessions,
 * kept nowhere. The server learns that a device is online, when it sent something and how long that was. Decision 0024, encryption.md 3.3.
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

/** `open` comes first. `end` comes last, where the server ends the stream by itself. `account`: its sessions or requests for approval changed. */
export const signalEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("open") }),
  z.object({ kind: z.literal("signal"), message }),
  z.object({ kind: z.literal("account") }),
  z.object({
    kind: z.literal("end"),
    /** `replaced`: the session listens elsewhere now. `session`: it is over. `closing`: this server ends, and another one takes its place. */
    why: z.enum(["replaced", "session", "closing"]),
    /** Not to be opened again before that. */
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
