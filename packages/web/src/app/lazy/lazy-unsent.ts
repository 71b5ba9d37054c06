/** Unsent work of a revoked session, sealed and restored: few libraries have any. The code comes where there is some; with fetchRepair it is here before it must be sealed. */
import type { Library } from "@satchel/core/library/index/library-service.ts";
import type { UnsentDeps } from "@satchel/core/vault/account/unsent-service.ts";
import { browserTimers } from "../../adapters/browser/environment.ts";
import { fetchWithRetry } from "../../adapters/browser/fetch-with-retry.ts";
import { withCode } from "./lazy-code.ts";

type Code = Pick<typeof import("@satchel/core/vault/account/unsent-service.ts"), "sealUnsent" | "restoreUnsent">;
type Open = Parameters<Code["sealUnsent"]>[1];
type Load = () => Promise<Code>;

const fetchUnsent: Load = () => fetchWithRetry(() => import("@satchel/core/vault/account/unsent-service.ts"), browserTimers);

/** False where it cannot be fetched: then nothing may be deleted. */
export function sealUnsentLazily(deps: UnsentDeps, open: Open, load: Load = fetchUnsent): Promise<boolean> {
  return withCode(load, ({ sealUnsent }) => sealUnsent(deps, open), false);
}

/** The library that takes the texts, and the vault they were sealed under. */
type RestoreTarget = { readonly library: Library; readonly vaultId: string };

/** How many came back. Where it cannot be fetched all of it stays kept, for the next time that the library opens. */
export async function restoreUnsentLazily(deps: UnsentDeps, into: RestoreTarget, load: Load = fetchUnsent): Promise<number> {
  const { library, vaultId } = into;
  const kept = await deps.kept.list(vaultId);
  if (!kept.ok || kept.value.length === 0) return 0;
  return withCode(load, ({ restoreUnsent }) => restoreUnsent(deps, library, vaultId), 0);
}
