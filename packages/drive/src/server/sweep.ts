/** Removes what has expired: old trash, expired upload sessions, unreferenced blobs. Never touches anything recent. */
import type { ServerContext } from "./context/context.ts";
import { purgeTrashed } from "./files/remove-files.ts";

const ORPHAN_MS = 86_400_000;
const BATCH = 100;
/** Uploads per query; each may carry 100 kB of metadata. */
const AT_ONCE = 10;

export async function sweep(server: ServerContext): Promise<void> {
  await sweepTrash(server);
  await sweepSessions(server);
  let keys: { readonly key: string; readonly isStaged: boolean }[] = [];
  for await (const found of server.blobs.olderThan(server.clock.now() - ORPHAN_MS)) {
    keys.push(found);
    if (keys.length < BATCH) continue;
    await dropOrphans(server, keys);
    keys = [];
  }
  await dropOrphans(server, keys);
}

async function sweepTrash(server: ServerContext): Promise<void> {
  const at = server.clock.now() - server.limits.trashMs;
  for (const { accountId, fileId } of await server.metadata.trashedBefore(at)) {
    await purgeTrashed({ server, identity: { accountId } }, fileId, at);
  }
}

async function sweepSessions({ metadata, blobs, clock, limits }: ServerContext): Promise<void> {
  const before = clock.now() - limits.uploadSessionMs;
  for (
    let uploads = await metadata.uploadsBefore(before, AT_ONCE);
    uploads.length > 0;
    uploads = await metadata.uploadsBefore(before, AT_ONCE)
  ) {
    for (const upload of uploads) {
      await blobs.discard(upload.blobKey);
      await metadata.removeUpload(upload.id);
    }
  }
}

async function dropOrphans(
  { metadata, blobs }: ServerContext,
  found: readonly { readonly key: string; readonly isStaged: boolean }[],
): Promise<void> {
  const used = await metadata.referencedBlobs(found.map(({ key }) => key));
  for (const { key, isStaged } of found) {
    if (used.has(key)) continue;
    await (isStaged ? blobs.discard(key) : blobs.remove(key));
  }
}
