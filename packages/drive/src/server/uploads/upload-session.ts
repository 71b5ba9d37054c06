/** What a resumable session remembers between its requests, and how it is found: by its secret alone, of which only the hash is kept. drive-contract §1.7. */
import { createHash } from "node:crypto";
import type { UploadRecord } from "../../storage/metadata-store.ts";
import type { Identity, ServerContext } from "../context/context.ts";
import type { MetadataInput } from "../files/metadata-input.ts";

/** Kept as JSON in the store. */
export type UploadPlan = {
  readonly target: { readonly kind: "create" } | { readonly kind: "update"; readonly fileId: string };
  readonly input: MetadataInput;
  readonly addParents: readonly string[];
  readonly removeParents: readonly string[];
  readonly mimeType?: string;
  readonly keepForever: boolean;
  /** The mask of the answer, from the request that began the session. */
  readonly fields?: string;
  readonly totalBytes?: number;
  /** The holder of the session's address acts as this user. */
  readonly identity: Identity;
  /** Set once the file is there: a client that lost the answer asks again. */
  readonly finishedFileId?: string;
};

export type UploadSession = { readonly record: UploadRecord; readonly plan: UploadPlan };

export function toSessionId(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Undefined when there is none or its week is over. */
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
