/** Answers what the page asks of the user's own AI host: only the saved one is called, and a redirect is an error (read-chat.ts). */
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";
import { toAuthorization, toOwnHostBody } from "@satchel/core/model/ai/chat-request.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { OwnHostAnswer, OwnHostAsk } from "./own-host-messages.ts";
import { readChat } from "./read-chat.ts";
import type { FindSaved } from "./saved-host.ts";

type Deps = { readonly fetch: typeof fetch; readonly findSaved: FindSaved; readonly post: (answer: OwnHostAnswer) => void };

export function createOwnHost({ fetch, findSaved, post }: Deps): (ask: OwnHostAsk) => Promise<void> {
  const running = new Map<number, () => void>();

  return async (ask) => {
    const { turn } = ask;
    if ("stop" in ask) {
      running.get(turn)?.();
      running.delete(turn);
      return;
    }
    let isStopped = false;
    running.set(turn, () => {
      isStopped = true;
    });
    const onEnd = (end: Result<void, AiProblem>): void => {
      running.delete(turn);
      post({ turn, end });
    };
    const saved = await findSaved(ask.token, ask.config);
    if (isStopped) return;
    if (!saved.ok) return onEnd(saved);
    const config = saved.value;
    const call = { url: config.aiUrl.trim(), authorization: toAuthorization(config), body: toOwnHostBody(ask.request, config) };
    const onText = (text: string) => post({ turn, text });
    running.set(
      turn,
      readChat(fetch, call, { onText, onEnd }, (status) => ({ kind: "unavailable", status })),
    );
  };
}
