/** Pieces of unfinished uploads take space as files do. Where it gets tight, the oldest uploads that no one is sending give way. */
import type { ServerContext } from "../context.ts";
import { dropSession } from "./upload-session.ts";

/** `bytes`: what the upload `current` is going to hold. */
export async function freeStagedSpace(server: ServerContext, accountId: string, current: string, bytes: number): Promise<void> {
  const limit = await server.quota.limitOf(accountId);
  if (limit === undefined) return;
  let free = limit - (await server.metadata.usage(accountId)).bytes - bytes;
  const others = (await server.metadata.uploadsOf(accountId)).filter(({ id }) => id !== current && !server.uploadLocks.isInside(id));
  for (const upload of [...others].reverse()) {
    const staged = await server.blobs.stagedBytes(upload.blobKey);
    if (staged <= Math.max(0, free)) free -= staged;
    else await dropSession(server, upload);
  }
}
