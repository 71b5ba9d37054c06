/** What a chat-completions host is asked, and with which right. Pure. Spec A §7, A §9 "AI request". */
import { AI } from "../limits.ts";
import type { AiConfig } from "./ai-config.ts";

export type ChatRequest = {
  readonly messages: readonly [{ readonly role: "user"; readonly content: string }];
  readonly max_tokens: number;
  readonly temperature: number;
};

/** The prompt and nothing else: no byte of the note goes along. */
export function toChatRequest(prompt: string): ChatRequest {
  return { messages: [{ role: "user", content: prompt }], max_tokens: AI.maxTokens, temperature: AI.temperature };
}

export function toOwnHostBody(
  request: ChatRequest,
  { aiModel }: AiConfig,
): ChatRequest & { readonly model?: string; readonly stream: true } {
  const model = aiModel.trim();
  return { ...(model === "" ? {} : { model }), ...request, stream: true };
}

/** The token as it was entered, with "Bearer " before it where that was chosen; hosts on one's own machine ask for none. Spec A §7. */
export function toAuthorization({ aiToken, isBearer }: AiConfig): string | undefined {
  const token = aiToken.trim();
  if (token === "") return undefined;
  return isBearer ? `Bearer ${token}` : token;
}
