/**
 * Which own AI host the user saved, as the worker finds it out for itself: what the server holds for the account, opened with the vault's key
 * by a keys' worker of its own. Nothing that the page sends is taken for it, so that a script that only reaches the worker can name no host.
 */
import { readAiConfig, type SealedAiConfig } from "@satchel/contract/ai.ts";
import type { AiConfig } from "@satchel/core/model/ai/ai-config.ts";
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";

export type SavedHostDeps = {
  readonly fetch: typeof fetch;
  /** Our server's. */
  readonly origin: string;
  /** `undefined` for what was not sealed under this device's vault. */
  readonly open: (sealed: NonNullable<SealedAiConfig>) => Promise<AiConfig | undefined>;
};

/** Answers the saved configuration if it is the one that is asked for, else why nothing may be sent. Asks the server only when it changed. */
export type FindSaved = (token: string, asked: AiConfig) => Promise<Result<AiConfig, AiProblem>>;

export function createSavedHost(deps: SavedHostDeps): FindSaved {
  let saved: AiConfig | undefined;
  return async (token, asked) => {
    if (saved === undefined || !isSame(saved, asked)) {
      const read = await readSaved(deps, token);
      if (!read.ok) return read;
      saved = read.value;
    }
    return saved !== undefined && isSame(saved, asked) ? ok(saved) : failed({ kind: "unavailable" });
  };
}

async function readSaved({ fetch, origin, open }: SavedHostDeps, token: string): Promise<Result<AiConfig | undefined, AiProblem>> {
  try {
    const response = await fetch(new URL(readAiConfig.path, origin), {
      headers: { Authorization: `Basic ${token}` },
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
    });
    if (!response.ok) return failed(response.status === 401 ? { kind: "no-token" } : { kind: "failed" });
    const reply = readAiConfig.reply.safeParse(await response.json());
    if (!reply.success) return failed({ kind: "failed" });
    return ok(reply.data.config === null ? undefined : await open(reply.data.config));
  } catch {
    return failed({ kind: "offline" });
  }
}

function isSame(one: AiConfig, other: AiConfig): boolean {
  return one.aiUrl === other.aiUrl && one.aiToken === other.aiToken && one.aiModel === other.aiModel && one.isBearer === other.isBearer;
}
