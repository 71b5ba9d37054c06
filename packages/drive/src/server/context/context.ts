/** The context of the handlers: the server's dependencies, and one call by one user. */

import type { Space } from "../../records/file-record.ts";
import type { MaybePromise, Result } from "../../result.ts";
import type { BlobStore } from "../../storage/blob-store.ts";
import type { MetadataStore } from "../../storage/metadata-store.ts";
import type { DriveRequest, DriveResponse } from "../http/drive-request.ts";
import type { Refusal } from "../http/refusal.ts";
import type { CallRates, UploadLocks } from "./call-limits.ts";
import type { ServerLimits } from "./limits.ts";
import type { Params } from "./params.ts";
import type { QuotaGate } from "./quota-gate.ts";
import { isRootShaped, type SignedIds } from "./signed-ids.ts";

export type Clock = { now(): number };

export type Identity = {
  readonly accountId: string;
  /** Full scope URLs, see scopes.ts. */
  readonly scopes: readonly string[];
  /** The account's session that made the call, if the owner of this server can end sessions separately. */
  readonly session?: string;
  readonly user: { readonly displayName: string; readonly emailAddress: string; readonly permissionId: string };
};

export type ServerContext = {
  readonly metadata: MetadataStore;
  readonly blobs: BlobStore;
  readonly quota: QuotaGate;
  readonly uploadLocks: UploadLocks;
  readonly rates: CallRates;
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly ids: SignedIds;
  readonly publicUrl: string | undefined;
  readonly isSignedIn: (identity: Identity) => Promise<boolean>;
  readonly limits: ServerLimits;
};

export type Call = {
  readonly server: ServerContext;
  readonly request: DriveRequest;
  readonly identity: Identity;
  readonly params: Params;
  /** Values of the parameters in the path pattern. */
  readonly path: { readonly fileId: string; readonly revisionId: string };
};

export type Outcome = Result<DriveResponse, Refusal>;
export type CallHandler = (call: Call) => MaybePromise<Outcome>;

const SPACES: readonly Space[] = ["drive", "appDataFolder"];

/** Returns the space whose root this id or alias names. */
export function rootSpace(call: Call, id: string): Space | undefined {
  if (id === "root") return "drive";
  if (id === "appDataFolder") return "appDataFolder";
  // Most ids are not root ids, and computing the roots costs more than the rest of a lookup.
  if (!isRootShaped(id)) return undefined;
  return SPACES.find((space) => call.server.ids.rootId(call.identity.accountId, space) === id);
}

export function newKey(server: Pick<ServerContext, "randomBytes">): string {
  return Buffer.from(server.randomBytes(16)).toString("hex");
}
