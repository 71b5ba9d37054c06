/**
 * Worker that calls the user's own AI host. The server gives it a policy of its own that allows any host, so that the page's policy stays
 * strict. It calls only the host that the user saved, which it looks up itself (saved-host.ts). It holds no notes and no keys: a keys'
 * worker that it starts, which has the page's policy, opens what is sealed. Decision 0006 "AI", server/http/web-app.ts.
 */
import type { SealedAiConfig } from "@satchel/contract/ai.ts";
import type { AiConfig } from "@satchel/core/model/ai/ai-config.ts";
import { browserTimers } from "../browser/environment.ts";
import { createSealingClient } from "../sealing/worker-sealing.ts";
import { serveCalls } from "../workers/calls.ts";
import { startWithRetry } from "../workers/worker-client.ts";
import { createOwnHost } from "./read-chat.ts";
import { createSavedHost } from "./saved-host.ts";

const ownFetch: typeof fetch = (...request) => fetch(...request);
const findSaved = createSavedHost({ fetch: ownFetch, origin: location.origin, open: openSealed });
serveCalls({ ours: createOwnHost({ fetch: ownFetch, findSaved }) });

/** Starts a keys' worker for one call; the keys end with it. */
async function openSealed(sealed: NonNullable<SealedAiConfig>): Promise<AiConfig | undefined> {
  const start = () => new Worker(new URL("../sealing/sealing-worker.ts", import.meta.url), { type: "module", name: "satchel-keys" });
  const worker = startWithRetry(start, browserTimers);
  try {
    const keys = createSealingClient(worker);
    const restored = await keys.restore();
    return restored.ok && restored.value.kind === "open" ? await keys.openAiConfig(sealed) : undefined;
  } finally {
    worker.terminate();
  }
}
