/**
 * The user's sealed AI host, and requests to the operator's. Stores neither prompts nor responses, and calls only the configured host.
 * Decision 0006 "AI".
 */
import type { AiConfigReply, completeAi, SealedAiConfig } from "@satchel/contract/ai.ts";
import type { ParsedBodyOf } from "@satchel/contract/route.ts";
import type { AiHostConfig } from "../config/config.ts";
import type { Counts } from "../db/counts.ts";
import type { Database } from "../db/open-database.ts";
import { type Refusal, refuse } from "../shared/refusal.ts";
import { askHost, type HostAnswer } from "./ask-host.ts";

type Prompt = ParsedBodyOf<typeof completeAi>;

export type Ai = {
  readonly operator: AiConfigReply["operator"];
  readonly read: (accountId: string) => Promise<SealedAiConfig>;
  readonly write: (accountId: string, config: SealedAiConfig) => Promise<void>;
  readonly complete: (
    accountId: string,
    prompt: Prompt,
  ) => Promise<HostAnswer | Refusal<"ai-not-configured" | "ai-unavailable" | "rate-limited">>;
};

type Deps = { readonly db: Database; readonly host: AiHostConfig | undefined; readonly counts: Counts };

/** The operator pays for each prompt. A user writes a few in a minute; a program would send hundreds. */
const PROMPTS = { perWindow: 20, windowMs: 60_000 } as const;

export function createAi({ db, host, counts }: Deps): Ai {
  const prompts = counts.counterOf("prompt", PROMPTS.windowMs);
  return {
    operator: host === undefined ? null : { host: new URL(host.url).host, model: host.model },
    async read(accountId) {
      const row = await db.selectFrom("ai_configs").select("config").where("account_id", "=", accountId).executeTakeFirst();
      return row === undefined ? null : JSON.parse(row.config);
    },
    async write(accountId, config) {
      if (config === null) await db.deleteFrom("ai_configs").where("account_id", "=", accountId).execute();
      else await keep(db, accountId, JSON.stringify(config));
    },
    async complete(accountId, prompt) {
      if (host === undefined) return refuse("ai-not-configured");
      const { count, endsInMs } = await prompts.add(accountId);
      if (count > PROMPTS.perWindow) return refuse("rate-limited", { retryAfterMs: endsInMs });
      return await askHost(host, { model: host.model, ...prompt, stream: true });
    },
  };
}

async function keep(db: Database, accountId: string, config: string): Promise<void> {
  await db
    .insertInto("ai_configs")
    .values({ account_id: accountId, config })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ config }))
    .execute();
}
