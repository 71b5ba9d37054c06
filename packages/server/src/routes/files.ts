/** Attachments in managed storage for clients that do not use the drive protocol. Contract files.ts, spec A §7, decision 0005. */
import * as contract from "@satchel/contract/drives/files.ts";
import { PLANS } from "@satchel/contract/plans.ts";
import type { Account } from "../accounts/account-repo.ts";
import { keepAttachment, readAttachment } from "../drives/managed-storage/managed-files.ts";
import { accountRoute, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";
import { refuse } from "../shared/refusal.ts";

const uploadFile = accountRoute(contract.uploadFile, async ({ caller, body }, { managed }: Services) => {
  if (!hasManaged(caller.account)) return refuse("files-need-plan");
  const { fileName, bytes } = body.file;
  const id = fileName.slice(0, -".bin".length);
  const kept = await keepAttachment(managed.fetchAs(caller.account), { id, bytes });
  return kept === "kept" ? { id, fileName } : kept;
});

/** Files stored on a former plan stay readable (decision 0010). */
const readFile = accountRoute(contract.readFile, async ({ caller, params }, { managed }: Services) => {
  const bytes = await readAttachment(managed.fetchAs(caller.account), params.fileId);
  return bytes ?? refuse(hasManaged(caller.account) ? "not-found" : "files-need-plan");
});

function hasManaged({ plan }: Account): boolean {
  return PLANS[plan].managedBytes > 0;
}

export const fileRoutes: readonly ServerRoute<Services>[] = [uploadFile, readFile];
