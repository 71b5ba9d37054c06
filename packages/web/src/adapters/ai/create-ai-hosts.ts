/** Asking AI hosts: the operator's through our server, the user's own in a worker that starts with the first prompt. Port: core/ports/ai.ts. */
import { completeAi } from "@satchel/contract/ai.ts";
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { AiHosts } from "@satchel/core/ports/ai.ts";
import { browserTimers } from "../browser/environment.ts";
import { createRestartingClient } from "../workers/restarting-client.ts";
import { type StartedWorker, startWithRetry } from "../workers/worker-client.ts";
import { type OwnHost, readChat } from "./read-chat.ts";

type Deps = { readonly fetch: typeof fetch; readonly startWorker?: () => StartedWorker; readonly baseUrl?: string };

export function createAiHosts({ fetch, startWorker = startOwnHostWorker, baseUrl = "" }: Deps): AiHosts {
  const call = createRestartingClient<OwnHost>(startWorker, { stopped: "the worker of the user's AI host stopped" });
  return {
    askOperator(token, request, listener) {
      return readChat(
        fetch,
        { url: baseUrl + completeAi.path, authorization: `Basic ${token}`, body: request },
        { listener, toProblem: operatorProblem },
      );
    },
    askOwn(token, config, { request, listener: { onText, onEnd } }) {
      const { signal, abort } = abortable();
      void call("ask", [{ token, config, request }], { onProgress: onText, signal })
        .catch(() => failed({ kind: "failed" } as const))
        .then((end) => !signal.aborted && end !== undefined && onEnd(end));
      return abort;
    },
  };
}

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

const BY_STATUS: Readonly<Record<number, AiProblem>> = { 401: { kind: "no-token" }, 429: { kind: "busy" } };

function operatorProblem(status: number): AiProblem {
  return BY_STATUS[status] ?? { kind: "unavailable", status };
}

function startOwnHostWorker(): StartedWorker {
  const start = () => new Worker(new URL("./own-host-worker.ts", import.meta.url), { type: "module", name: "satchel-own-ai-host" });
  return startWithRetry(start, browserTimers);
}
