/**
 * The state of a resumable session between its requests. A session is found by its secret alone, of which only the hash is stored.
 * drive-contract §1.7.
 */
import { createHash } from "node:crypto";
import type { UploadRecord } from "../../storage/metadata-store.ts";
import type { Identity, ServerContext } from "../context/context.ts";
import type { MetadataInput } from "../files/metadata-input.ts";

/** Stored as JSON. */
export type UploadPlan = {
  readonly target: { readonly kind: "create" } | { readonly kind: "update"; readonly fileId: string };
  readonly input: MetadataInput;
  readonly addParents: readonly string[];
  readonly removeParents: readonly string[];
  readonly mimeType?: string;
  readonly keepForever: boolean;
  /** Field mask of the response, from the request that started the session. */
  readonly fields?: string;
  readonly totalBytes?: number;
  /** User as whom the holder of the session's URL acts. */
  readonly identity: Identity;
  /** Set once the file exists, for a client that lost the response and asks again. */
  readonly finishedFileId?: string;
};

export type UploadSession = { readonly record: UploadRecord; readonly plan: UploadPlan };

export function toSessionId(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Returns undefined if there is no such session or it is older than a week. */
export async function findSession(server: ServerContext, secret: string): Promise<UploadSession | undefined> {
  const record = await server.metadata.getUpload(toSessionId(secret));
  if (record === undefined || record.startedAt <= server.clock.now() - server.limits.uploadSessionMs) return undefined;
  return toSession(record);
}

export function toSession(record: UploadRecord): UploadSession {
  return { record, plan: JSON.parse(record.plan) as UploadPlan };
}

export function toRecord(record: Omit<UploadRecord, "plan">, plan: UploadPlan): UploadRecord {
  return { ...record, plan: JSON.stringify(plan) };
}

export async function dropSession(server: ServerContext, record: UploadRecord): Promise<void> {
  await server.blobs.discard(record.blobKey);
  await server.metadata.removeUpload(record.id);
}

export async function endUploads(server: ServerContext, accountId: string): Promise<void> {
  for (const record of await server.metadata.uploadsOf(accountId)) await dropSession(server, record);
}
