/** Routes of Writing with AI. Contract ai.ts. */
import * as contract from "@satchel/contract/ai.ts";
import { accountRoute, DONE, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";

const readAiConfig = accountRoute(contract.readAiConfig, async ({ caller }, { ai }: Services) => ({
  config: await ai.read(caller.account.id),
  operator: ai.operator,
}));

const writeAiConfig = accountRoute(contract.writeAiConfig, async ({ caller, body }, { ai }: Services) => {
  await ai.write(caller.account.id, body.config);
  return DONE;
});

const completeAi = accountRoute(contract.completeAi, ({ caller, body }, { ai }: Services) => ai.complete(caller.account.id, body));

export const aiRoutes: readonly ServerRoute<Services>[] = [readAiConfig, writeAiConfig, completeAi];
