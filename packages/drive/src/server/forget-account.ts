/** Everything of one account, for good: files in both spaces, in the trash too, and uploads that were never finished. */
import { EVERY_FILE } from "../query/query.ts";
import type { FileRecord, Space } from "../records/file-record.ts";
import { ok } from "../result.ts";
import { type AccountScope, STEP_FILES } from "./commit-plan.ts";
import type { ServerContext } from "./context.ts";
import { removeTrees } from "./files/remove-files.ts";
import { dropSession } from "./uploads/upload-session.ts";

export async function forgetAccount(server: ServerContext, accountId: string): Promise<void> {
  for (const upload of await server.metadata.uploadsOf(accountId)) await dropSession(server, upload);
  for (const space of ["drive", "appDataFolder"] as const) {
    while ((await someFiles(server, accountId, space)).length > 0) await forgetSome({ server, identity: { accountId } }, space);
  }
}

async function forgetSome(scope: AccountScope, space: Space): Promise<void> {
  const forgotten = await removeTrees(scope, async () => ok(await someFiles(scope.server, scope.identity.accountId, space)));
  if (!forgotten.ok) throw new Error(`the files of an account could not be removed: ${forgotten.problem.detail.reason}`);
}

async function someFiles({ metadata }: ServerContext, accountId: string, space: Space): Promise<readonly FileRecord[]> {
  return (await metadata.list(accountId, { query: EVERY_FILE, space, order: [], limit: STEP_FILES, after: undefined })).files;
}
