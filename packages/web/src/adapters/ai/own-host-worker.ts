/**
 * The worker that calls a person's own AI host. It is served with a policy of its own that lets it reach any host, so that the page's policy
 * stays strict; it holds no note and no key, only the prompt it was handed. Decisions §6 "AI", server/http/web-app.ts.
 */
import type { AiProblem } from "@satchel/core/ai/ai-problem.ts";
import { toAuthorization, toOwnHostBody } from "@satchel/core/ai/chat-request.ts";
import type { OwnHostAnswer, OwnHostAsk } from "./own-host-messages.ts";
import { readChat } from "./read-chat.ts";

const port = self as unknown as { postMessage(message: OwnHostAnswer): void };
const running = new Map<number, () => void>();
const refused = (status: number): AiProblem => ({ kind: "unavailable", status });

addEventListener("message", ({ data }: MessageEvent<OwnHostAsk>) => {
  const { turn } = data;
  if ("stop" in data) {
    running.get(turn)?.();
    running.delete(turn);
    return;
  }
  const { config, request } = data;
  const ask = { url: config.aiUrl.trim(), authorization: toAuthorization(config), body: toOwnHostBody(request, config) };
  const listener = {
    onText: (text: string) => port.postMessage({ turn, text }),
    onEnd: (end: Extract<OwnHostAnswer, { readonly end: unknown }>["end"]) => {
      running.delete(turn);
      port.postMessage({ turn, end });
    },
  };
  running.set(turn, readChat(fetch, ask, listener, refused));
});
