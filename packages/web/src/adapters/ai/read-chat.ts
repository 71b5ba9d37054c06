/**
 * Sends a prompt to a chat-completions host over fetch and reads the streamed response. The page uses it for our own server, the worker for
 * all others.
 */
import { createChatReader, toAuthorization, toOwnHostBody } from "@satchel/core/ai/chat-reader.ts";
import type { AiConfig } from "@satchel/core/model/ai/ai-config.ts";
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { ChatListener, ChatRequest } from "@satchel/core/ports/ai.ts";
import type { CallContext } from "../workers/calls.ts";
import type { FindSaved } from "./saved-host.ts";

type Ask = { readonly url: string; readonly authorization: string | undefined; readonly body: unknown };

/** Returns the problem that ends the request, if any. */
export function readChat(
  fetchFn: typeof fetch,
  ask: Ask,
  { listener, toProblem }: { readonly listener: ChatListener; readonly toProblem: (status: number) => AiProblem },
): () => void {
  const stop = new AbortController();
  void run(fetchFn, ask, { onText: listener.onText, signal: stop.signal, toProblem }).then(listener.onEnd);
  return () => stop.abort();
}

type RunOptions = { readonly signal: AbortSignal; readonly toProblem: (status: number) => AiProblem };

async function run(
  fetchFn: typeof fetch,
  ask: Ask,
  { onText, ...options }: RunOptions & { readonly onText: (text: string) => void },
): Promise<Result<void, AiProblem>> {
  try {
    const response = await fetchFn(ask.url, toInit(ask, options.signal));
    if (!response.ok) {
      // The user sees only the sentence for the kind of problem; the status is logged for diagnosis. Spec A §8 "Editor".
      console.warn(`AI API request failed: ${response.status}`);
      return failed(options.toProblem(response.status));
    }
    return await readBody(response, onText);
  } catch {
    // fetch throws the same error for a lost network, an unknown host and a CORS refusal.
    return failed({ kind: "offline" });
  }
}

function toInit({ authorization, body }: Ask, signal: AbortSignal): RequestInit {
  return {
    method: "POST",
    signal,
    cache: "no-store",
    credentials: "omit",
    redirect: "error",
    referrerPolicy: "no-referrer",
    headers: { "Content-Type": "application/json", ...(authorization === undefined ? {} : { Authorization: authorization }) },
    body: JSON.stringify(body),
  };
}

async function readBody(response: Response, onText: (text: string) => void): Promise<Result<void, AiProblem>> {
  const reader = response.body?.getReader();
  const chat = createChatReader();
  const decoder = new TextDecoder();
  let hasText = false;
  const emit = (text: string): void => {
    if (text === "") return;
    hasText = true;
    onText(text);
  };
  for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
    emit(chat.push(decoder.decode(piece.value, { stream: true })));
  }
  emit(chat.push(decoder.decode()));
  emit(chat.end());
  if (chat.isGivenUp()) return failed({ kind: "failed" });
  return hasText ? ok(undefined) : failed({ kind: "no-content" });
}

type Deps = { readonly fetch: typeof fetch; readonly findSaved: FindSaved };
type OwnHostAsk = { readonly token: string; readonly config: AiConfig; readonly request: ChatRequest };

/** `ask` reports the text so far as its progress. */
export type OwnHost = { ask(asked: OwnHostAsk, context: CallContext<string>): Promise<Result<void, AiProblem> | undefined> };

/** Serves the page's requests to the user's own AI host: calls only the saved host and treats a redirect as an error (read-chat.ts). */
export function createOwnHost({ fetch, findSaved }: Deps): OwnHost {
  return {
    async ask({ token, config: asked, request }, { onProgress, signal }) {
      const saved = await findSaved(token, asked);
      if (!saved.ok || signal.aborted) return saved.ok ? undefined : saved;
      const config = saved.value;
      const call = { url: config.aiUrl.trim(), authorization: toAuthorization(config), body: toOwnHostBody(request, config) };
      return new Promise((onEnd) => {
        const stop = readChat(fetch, call, {
          listener: { onText: onProgress, onEnd },
          toProblem: (status) => ({ kind: "unavailable", status }),
        });
        signal.addEventListener("abort", stop);
      });
    },
  };
}
