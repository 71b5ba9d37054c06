/** Asking AI hosts: the operator's through our server, the user's own in a worker that starts with the first prompt. Port: core/ports/ai.ts. */
import { completeAi } from "@satchel/contract/ai.ts";
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { AiHosts, ChatListener } from "@satchel/core/ports/ai.ts";
import type { OwnHostAnswer, OwnHostAsk } from "./own-host-messages.ts";
import { readChat } from "./read-chat.ts";

export type OwnHostWorker = {
  postMessage(ask: OwnHostAsk): void;
  onmessage: ((event: MessageEvent<OwnHostAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

type Deps = { readonly fetch: typeof fetch; readonly startWorker?: () => OwnHostWorker; readonly baseUrl?: string };

export function createAiHosts({ fetch, startWorker = startOwnHostWorker, baseUrl = "" }: Deps): AiHosts {
  const listening = new Map<number, ChatListener>();
  let [worker, turns]: [OwnHostWorker | undefined, number] = [undefined, 0];

  const handleMessage = ({ data }: MessageEvent<OwnHostAnswer>): void => {
    const listener = listening.get(data.turn);
    if ("text" in data) listener?.onText(data.text);
    else {
      listening.delete(data.turn);
      listener?.onEnd(data.end);
    }
  };
  const breakDown = (): void => {
    worker = undefined;
    for (const { onEnd } of listening.values()) onEnd(failed({ kind: "failed" }));
    listening.clear();
  };
  return {
    askOperator(token, request, listener) {
      return readChat(fetch, { url: baseUrl + completeAi.path, authorization: `Basic ${token}`, body: request }, listener, operatorProblem);
    },
    askOwn(token, config, request, listener) {
      const turn = ++turns;
      worker ??= Object.assign(startWorker(), { onmessage: handleMessage, onerror: breakDown });
      listening.set(turn, listener);
      worker.postMessage({ turn, token, config, request });
      return () => {
        listening.delete(turn);
        worker?.postMessage({ turn, stop: true });
      };
    },
  };
}

const BY_STATUS: Readonly<Record<number, AiProblem>> = { 401: { kind: "no-token" }, 429: { kind: "busy" } };

function operatorProblem(status: number): AiProblem {
  return BY_STATUS[status] ?? { kind: "unavailable", status };
}

function startOwnHostWorker(): OwnHostWorker {
  return new Worker(new URL("./own-host-worker.ts", import.meta.url), { type: "module", name: "satchel-own-ai-host" });
}
