/** Writing with AI, whose code comes with the first dialog or settings page of it. Part of account-services.ts. */

import type { AiService, AiState } from "@satchel/core/ai/ai-service-types.ts";
import { NO_AI_CONFIG } from "@satchel/core/model/ai/ai-config.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { AiParts } from "../composition/compose-ai.ts";
import { lazyService } from "./lazy-service.ts";

type Composer = { readonly composeAi: (parts: AiParts) => AiService };

const UNREAD: AiState = { phase: "unread", config: NO_AI_CONFIG, operator: null };
const OUT_OF_REACH = failed({ kind: "offline" } as const);

export function createLazyAi(parts: AiParts, load: () => Promise<Composer> = () => import("../composition/compose-ai.ts")): AiService {
  const { store, ask } = lazyService<AiState, Composer, AiService>(UNREAD, load, ({ composeAi }) => composeAi(parts));
  return {
    store,
    async read() {
      const isRead = await ask((ai) => ai.read().then(() => true), false);
      if (!isRead) store.replace({ ...UNREAD, phase: "failed" });
    },
    save: (config) => ask((ai) => ai.save(config), OUT_OF_REACH),
    ask(prompt, listener) {
      let isStopped = false;
      let stop = (): void => undefined;
      const begin = (ai: AiService): true => {
        if (!isStopped) stop = ai.ask(prompt, listener);
        return true;
      };
      void ask(begin, false).then((isBegun) => {
        if (!isBegun && !isStopped) listener.onEnd(OUT_OF_REACH);
      });
      return () => {
        isStopped = true;
        stop();
      };
    },
  };
}
