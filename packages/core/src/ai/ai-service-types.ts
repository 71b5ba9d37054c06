/** Writing with AI, as screens use it. Spec A §4 "AI dialog", B §2 "AI Settings". */

import type { AiConfig, AiOperator } from "../model/ai/ai-config.ts";
import type { Result } from "../model/result.ts";
import type { ReadableStore } from "../model/store.ts";
import type { BackendProblem } from "../ports/account/backend.ts";
import type { ChatListener } from "../ports/ai.ts";

export type AiState = {
  readonly phase: "unread" | "reading" | "ready" | "failed";
  readonly config: AiConfig;
  readonly operator: AiOperator | null;
};

export type SaveAiProblem = BackendProblem | { readonly kind: "no-token" } | { readonly kind: "locked" } | { readonly kind: "too-large" };

export interface AiService {
  readonly store: ReadableStore<AiState>;
  /** Reads which host is configured. Called again each time. */
  read(): Promise<void>;
  save(config: AiConfig): Promise<Result<void, SaveAiProblem>>;
  /** Returns a function that stops the request. */
  ask(prompt: string, listener: ChatListener): () => void;
}
