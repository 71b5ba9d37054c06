/** Reads files of the drive side by side while they are small, and large ones alone: several at once would fill the memory. */
import { SYNC } from "@satchel/core/model/limits/limits.ts";
import type { ClientProblem, DriveClient } from "@satchel/drive/client/drive-client.ts";
import type { Result } from "@satchel/drive/result.ts";

export function createReader(client: Pick<DriveClient, "download">): (fileId: string) => Promise<Result<Uint8Array, ClientProblem>> {
  let last: Promise<unknown> = Promise.resolve();
  return async (fileId) => {
    // A drive that tells the length is asked twice and sends the bytes once.
    const small = await client.download(fileId, { maxBytes: SYNC.smallFileBytes });
    if (small.ok || small.problem.kind !== "unusable-response") return small;
    const large = last.then(() => client.download(fileId));
    last = large;
    return large;
  };
}
