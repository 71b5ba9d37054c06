/**
 * Finds out which AI host the user saved: fetches the server's record for the account and opens it with the vault's key in a keys' worker.
 * Nothing that the page sends counts as the saved host, so a script that reaches only this worker cannot name a host.
 */
import { readAiConfig, type SealedAiConfig } from "@satchel/contract/ai.ts";
import type { AiConfig } from "@satchel/core/model/ai/ai-config.ts";
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";

export type SavedHostDeps = {
  readonly fetch: typeof fetch;
  /** Origin of our server. */
  readonly origin: string;
  /** Returns `undefined` if the configuration was not sealed under this device's vault. */
  readonly open: (sealed: NonNullable<SealedAiConfig>) => Promise<AiConfig | undefined>;
};

/**
 * Returns the saved configuration if it equals the requested one, otherwise why nothing may be sent. Asks the server only if the request
 * changed.
 */
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
