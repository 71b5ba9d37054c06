/** Knows the configured AI host and sends prompts to it. The user's own host is sealed at the server. Decision 0006 "AI". */
import { AI_LIMITS } from "@satchel/contract/limits.ts";
import { decideAiDestination, isEmptyAiConfig, NO_AI_CONFIG } from "../model/ai/ai-config.ts";
import type { AiProblem } from "../model/ai/ai-problem.ts";
import { failed, ok, type Result } from "../model/result.ts";
import { createStore } from "../model/store.ts";
import { type BackendProblem, sessionOver } from "../ports/account/backend.ts";
import type { AiBackend, AiHosts, AiSealing, ChatListener } from "../ports/ai.ts";
import type { SessionOver } from "../vault/account/account-service-types.ts";
import type { AiService, AiState } from "./ai-service-types.ts";
import { toChatRequest } from "./chat-reader.ts";

export type AiDeps = {
  readonly backend: AiBackend;
  readonly sealing: AiSealing;
  readonly hosts: AiHosts;
  /** The account's token; undefined while signed out. */
  readonly token: () => string | undefined;
  readonly sessionRefused: (token: string, reason: SessionOver) => void;
  /** Called when another user signs in, or on sign-out. */
  readonly onUserChanged: (listener: () => void) => void;
};

const UNREAD: AiState = { phase: "unread", config: NO_AI_CONFIG, operator: null };

export function createAiService({ backend, sealing, hosts, token, sessionRefused, onUserChanged }: AiDeps): AiService {
  const store = createStore<AiState>(UNREAD);
  let userVersion = 0;
  onUserChanged(() => {
    userVersion += 1;
    store.setState(UNREAD);
  });

  const reportRefusal = (asked: string, problem: BackendProblem): void => {
    const reason = sessionOver(problem);
    if (reason !== undefined) sessionRefused(asked, reason);
  };

  /** Returns the problem if the configuration cannot be read. */
  const readConfig = async (): Promise<AiProblem | undefined> => {
    const [asker, own] = [userVersion, token()];
    if (own === undefined) return { kind: "no-token" };
    if (store.getState().phase !== "ready") store.setState({ phase: "reading" });
    const answer = await backend.readAiConfig(own);
    const sealed = answer.ok ? answer.value.config : null;
    const config = sealed === null ? NO_AI_CONFIG : await sealing.openAiConfig(sealed);
    if (asker !== userVersion) return { kind: "no-token" };
    if (!answer.ok) reportRefusal(own, answer.problem);
    if (answer.ok && config !== undefined) store.setState({ phase: "ready", config, operator: answer.value.operator });
    else if (store.getState().phase !== "ready") store.setState({ phase: "failed" });
    if (!answer.ok) return { kind: answer.problem.kind === "offline" ? "offline" : "failed" };
    return config === undefined ? { kind: "failed" } : undefined;
  };

  const askChosen = async (prompt: string, listener: ChatListener, isStopped: () => boolean): Promise<(() => void) | undefined> => {
    const problem = store.getState().phase === "ready" ? undefined : await readConfig();
    const own = token();
    if (isStopped()) return undefined;
    const destination = decideAiDestination(store.getState().config, store.getState().operator);
    // A prompt is sent only once the configured host is known.
    if (problem !== undefined || own === undefined) listener.onEnd(failed(problem ?? { kind: "no-token" }));
    else if (destination.kind === "own") return hosts.askOwn(own, destination.config, { request: toChatRequest(prompt), listener });
    else if (destination.kind === "none") listener.onEnd(failed({ kind: "unavailable" }));
    else if (prompt.length > AI_LIMITS.promptMaxChars) listener.onEnd(failed({ kind: "too-long" }));
    else return hosts.askOperator(own, toChatRequest(prompt), { ...listener, onEnd: (end) => endOf(end, listener) });
    return undefined;
  };
  /** Only reading the configuration shows why the server refuses the session. */
  const endOf = (end: Result<void, AiProblem>, listener: ChatListener): void => {
    listener.onEnd(end);
    if (!end.ok && end.problem.kind === "no-token") void readConfig();
  };

  return {
    store,
    async read() {
      await readConfig();
    },
    async save(config) {
      const own = token();
      if (own === undefined) return failed({ kind: "no-token" });
      const sealed = isEmptyAiConfig(config) ? ok(null) : await sealing.sealAiConfig(config);
      if (!sealed.ok) return failed({ kind: sealed.problem });
      const written = await backend.writeAiConfig(own, sealed.value);
      if (written.ok) store.setState({ config });
      else reportRefusal(own, written.problem);
      return written;
    },
    ask(prompt, listener) {
      let stopped = false;
      let stopHost: (() => void) | undefined;
      const guardedListener: ChatListener = {
        onText: (text) => !stopped && listener.onText(text),
        onEnd: (result) => !stopped && listener.onEnd(result),
      };
      void askChosen(prompt, guardedListener, () => stopped).then((stop) => {
        stopHost = stop;
        if (stopped) stop?.();
      });
      return () => {
        stopped = true;
        stopHost?.();
      };
    },
  };
}
