/** What waited for the Sensitive folder is read again once it is unlocked, and waits again if it is locked before. sync.md §6.2. */
import { ok } from "../../model/result.ts";
import type { CycleDeps, Step } from "../context/cycle-types.ts";

export async function retryBlocked({ library, sealing }: CycleDeps): Step {
  const { index } = library;
  if (index.waiting.size === 0 || (await sealing?.unlockedSensitive()) === undefined) return ok(undefined);
  const fileIds = new Set(index.waiting);
  const ids = [...new Set([...fileIds].flatMap((fileId) => index.file(fileId)?.id ?? []))];
  return library.transact(
    { remoteOf: ids },
    ({ remoteOf }) => {
      const rows = [...remoteOf.values()].flat().filter(({ fileId }) => fileIds.has(fileId));
      return { writes: { remote: rows.map(({ waits: _blocked, ...row }) => row) }, answer: undefined };
    },
    "sync",
  );
}
