/** Writing with AI over its adapters: fetched by lazy-account-services.ts when someone wants it. */
import { type AiDeps, createAiService } from "@satchel/core/ai/ai-service.ts";
import type { AiService } from "@satchel/core/ai/ai-service-types.ts";
import { createAiHosts } from "../../../adapters/ai/create-ai-hosts.ts";
import { browserFetch } from "../../../adapters/browser/environment.ts";

export type AiParts = Omit<AiDeps, "hosts">;

export function composeAi(parts: AiParts): AiService {
  return createAiService({ ...parts, hosts: createAiHosts({ fetch: browserFetch }) });
}
