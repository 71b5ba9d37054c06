/** Port: AI settings and requests. Implemented by web/adapters/ai, backend and sealing. Spec A §7, decision 0006 "AI". */
import type { AiConfigReply, SealedAiConfig } from "@satchel/contract/ai.ts";
import type { AiConfig } from "../model/ai/ai-config.ts";
import type { AiProblem } from "../model/ai/ai-problem.ts";
import type { Result } from "../model/result.ts";
import type { BackendResult } from "./account/backend.ts";

/** Request to a chat-completions host. Spec A §7, A §9 "AI request". */
export type ChatRequest = {
  readonly messages: readonly [{ readonly role: "user"; readonly content: string }];
  readonly max_tokens: number;
  readonly temperature: number;
};

export interface AiBackend {
  readAiConfig(token: string): BackendResult<AiConfigReply>;
  writeAiConfig(token: string, config: SealedAiConfig): BackendResult<void>;
}

export interface AiSealing {
  sealAiConfig(config: AiConfig): Promise<Result<NonNullable<SealedAiConfig>, "locked" | "too-large">>;
  /** Returns undefined if it does not open here: sealed by another vault or a newer Satchel, or the vault is locked. */
  openAiConfig(sealed: NonNullable<SealedAiConfig>): Promise<AiConfig | undefined>;
}

export type ChatListener = {
  readonly onText: (text: string) => void;
  /** Called exactly once, after all text. */
  readonly onEnd: (result: Result<void, AiProblem>) => void;
};

/** Each call returns a function that stops it, after which its listener is not called. */
export interface AiHosts {
  askOperator(token: string, request: ChatRequest, listener: ChatListener): () => void;
  /** Calls only the host that is saved for the account of `token`; any other configuration ends as `unavailable`. */
  askOwn(token: string, config: AiConfig, asked: { readonly request: ChatRequest; readonly listener: ChatListener }): () => void;
}
