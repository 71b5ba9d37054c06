/** Chat completions: sealed settings, and the proxy to the operator's host. The browser calls the user's own host directly. A §4, §7. */
import * as z from "zod/mini";
import { envelope } from "./accounts/keys.ts";
import { AI_LIMITS } from "./limits.ts";
import { done, route } from "./route.ts";

const config = z.nullable(envelope(AI_LIMITS.configMaxChars));
export type SealedAiConfig = z.infer<typeof config>;

export const readAiConfig = route({
  method: "GET",
  path: "/api/ai/config",
  auth: "account",
  summary: "The person's own host as it was sealed, and which host the operator chose, if any.",
  reply: z.object({ config, operator: z.nullable(z.object({ host: z.string(), model: z.string() })) }),
});
export type AiConfigReply = z.infer<typeof readAiConfig.reply>;

export const writeAiConfig = route({
  method: "PUT",
  path: "/api/ai/config",
  auth: "account",
  summary: "Keeps the person's own host, sealed; null forgets it.",
  body: z.object({ config }),
  reply: done,
});

export const completeAi = route({
  method: "POST",
  path: "/api/ai/complete",
  auth: "account",
  summary: "Hands one prompt to the operator's host and its answer back as it comes: chat-completions JSON, or its event stream.",
  maxBodyBytes: AI_LIMITS.bodyMaxBytes,
  body: z.object({
    messages: z.tuple([
      z.object({ role: z.literal("user"), content: z.string().check(z.minLength(1), z.maxLength(AI_LIMITS.promptMaxChars)) }),
    ]),
    max_tokens: z.int().check(z.gte(1), z.lte(AI_LIMITS.maxTokens)),
    temperature: z.number().check(z.gte(0), z.lte(2)),
  }),
  // Forwarded unchanged; the browser reads it like any host's response.
  reply: z.unknown(),
  refusals: ["ai-not-configured", "ai-unavailable"],
});
