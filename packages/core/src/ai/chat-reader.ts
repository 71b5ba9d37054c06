/**
 * Reads the response of a chat-completions host in pieces: an event stream as it arrives, or one JSON at the end. Skips lines it does not
 * understand; a host that fails in the middle reports that in a line of its own. Spec A §3 "AI response read: choices[0].message.content".
 */

import type { AiConfig } from "../model/ai/ai-config.ts";
import { AI } from "../model/limits/limits.ts";
import type { ChatRequest } from "../ports/ai.ts";

export type ChatReader = {
  /** Returns the text that this piece completes. */
  push(piece: string): string;
  /** Returns the rest of the text at the end of the response. */
  end(): string;
  /** True if the host reported an error in the stream. */
  isGivenUp(): boolean;
};

export function createChatReader(): ChatReader {
  let rest = "";
  let isGivenUp = false;
  const readChoice = (json: string): string => {
    const { text, isError } = readAnswer(json);
    isGivenUp ||= isError;
    return text;
  };
  const readLine = (line: string): string => {
    const data = /^data: ?(.*)$/s.exec(line)?.[1];
    return data === undefined || data.trim() === "[DONE]" ? "" : readChoice(data);
  };
  const isWhole = (): boolean => /^\s*\{/.test(rest);
  return {
    push(piece) {
      rest += piece;
      if (isWhole()) return "";
      const lines = rest.split(/\r\n|\r|\n/);
      rest = lines.pop() ?? "";
      return lines.map(readLine).join("");
    },
    end() {
      const text = isWhole() ? readChoice(rest) : readLine(rest);
      rest = "";
      return text;
    },
    isGivenUp: () => isGivenUp,
  };
}

type Choice = { readonly delta?: { readonly content?: unknown }; readonly message?: { readonly content?: unknown } } | undefined;

type ChatAnswer = { readonly choices?: readonly Choice[]; readonly error?: unknown } | null;

function readAnswer(json: string): { readonly text: string; readonly isError: boolean } {
  try {
    const answer = JSON.parse(json) as ChatAnswer;
    const [choice] = answer?.choices ?? [];
    const content = choice?.delta?.content ?? choice?.message?.content;
    return { text: typeof content === "string" ? content : "", isError: (answer?.error ?? null) !== null };
  } catch {
    return { text: "", isError: false };
  }
}

/** Request for chat completions: the prompt and nothing else of the note. Pure. Spec A §7, A §9 "AI request". */
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

/** Returns the token as entered, with "Bearer " before it if configured; undefined if there is none, as for local hosts. Spec A §7. */
export function toAuthorization({ aiToken, isBearer }: AiConfig): string | undefined {
  const token = aiToken.trim();
  if (token === "") return undefined;
  return isBearer ? `Bearer ${token}` : token;
}
