/** Answers what the page asks of the user's own AI host: only the saved one is called, and a redirect is an error (read-chat.ts). */
import type { AiConfig } from "@satchel/core/model/ai/ai-config.ts";
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";
import { type ChatRequest, toAuthorization, toOwnHostBody } from "@satchel/core/model/ai/chat-request.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { CallContext } from "../workers/calls.ts";
import { readChat } from "./read-chat.ts";
import type { FindSaved } from "./saved-host.ts";

type Deps = { readonly fetch: typeof fetch; readonly findSaved: FindSaved };
export type OwnHostAsk = { readonly token: string; readonly config: AiConfig; readonly request: ChatRequest };

/** `ask` reports the text as its progress. */
export type OwnHost = { ask(asked: OwnHostAsk, context: CallContext<string>): Promise<Result<void, AiProblem> | undefined> };

export function createOwnHost({ fetch, findSaved }: Deps): OwnHost {
  return {
    async ask({ token, config: asked, request }, { onProgress, signal }) {
      const saved = await findSaved(token, asked);
      if (!saved.ok || signal.aborted) return saved.ok ? undefined : saved;
      const config = saved.value;
      const call = { url: config.aiUrl.trim(), authorization: toAuthorization(config), body: toOwnHostBody(request, config) };
      return new Promise((onEnd) => {
        const stop = readChat(fetch, call, { onText: onProgress, onEnd }, (status) => ({ kind: "unavailable", status }));
        signal.addEventListener("abort", stop);
      });
    },
  };
}
