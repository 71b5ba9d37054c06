/** What page and own-host worker say to each other. Types only. */
import type { AiConfig } from "@satchel/core/model/ai/ai-config.ts";
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";
import type { ChatRequest } from "@satchel/core/model/ai/chat-request.ts";
import type { Result } from "@satchel/core/model/result.ts";

export type OwnHostAsk =
  | { readonly turn: number; readonly token: string; readonly config: AiConfig; readonly request: ChatRequest }
  | { readonly turn: number; readonly stop: true };

export type OwnHostAnswer =
  | { readonly turn: number; readonly text: string }
  | { readonly turn: number; readonly end: Result<void, AiProblem> };
