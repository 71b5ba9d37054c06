/**
 * Calls the operator's chat-completions host. The response is forwarded as it arrives; the host's error messages are not. Decision 0006
 * "AI".
 */
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { AiHostConfig } from "../config/config.ts";
import { ProxiedResponse } from "../http/route.ts";
import { type Refusal, refuse } from "../shared/refusal.ts";

export type HostAnswer = ProxiedResponse;

/** Milliseconds until the host must begin to respond. The rest of the response has no limit. */
const FIRST_BYTE_MS = 60_000;
const PROXIED_TYPES = /^(application\/json|text\/event-stream)\b/i;

export async function askHost({ url, token }: AiHostConfig, body: unknown): Promise<HostAnswer | Refusal<"ai-unavailable">> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), FIRST_BYTE_MS);
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "error",
      signal: stop.signal,
      headers: { "content-type": "application/json", ...(token === undefined ? {} : { authorization: toAuthorization(token) }) },
      body: JSON.stringify(body),
    });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || response.body === null || !PROXIED_TYPES.test(type)) {
      stop.abort();
      return refuse("ai-unavailable");
    }
    return new ProxiedResponse(type, Readable.fromWeb(response.body as ReadableStream), () => stop.abort());
  } catch {
    return refuse("ai-unavailable");
  } finally {
    clearTimeout(timer);
  }
}

/** A token that includes its scheme is sent unchanged. */
function toAuthorization(token: string): string {
  return token.includes(" ") ? token : `Bearer ${token}`;
}
