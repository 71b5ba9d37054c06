/** Access to either storage, the user's drive or managed storage, for a move between them; sync uses connection-service.ts. */

import { failed, ok, type Result } from "../model/result.ts";
import type { Timers } from "../ports/environment.ts";
import { AccessService } from "./access-service.ts";
import type { DriveAccess, Obtained } from "./connection-service-types.ts";
import { TokenSource, type TokenSourceDeps } from "./token-source-service.ts";

export type StorageKind = "own-drive" | "managed";

/** `close` ends its renewals. */
export type StorageConnection = DriveAccess & { readonly close: () => void };

export type StorageAccess = (kind: StorageKind) => Promise<Result<StorageConnection, Exclude<Obtained["kind"], "access">>>;

/** Tokens are shared under their owner's name; this name keeps tabs from using a token of a migration for sync. */
const WHO = "moving";

export function createStorageAccess(deps: TokenSourceDeps & { readonly timers: Timers }): StorageAccess {
  const { clock, timers } = deps;
  return async (kind) => {
    const source = new TokenSource(deps);
    const latest: { kind: Obtained["kind"] } = { kind: "later" };
    const accessService = new AccessService({
      clock,
      timers,
      obtain: (held) => source.obtain(WHO, kind === "managed", held),
      onOutcome: (obtained) => {
        latest.kind = obtained.kind;
      },
    });
    const token = await accessService.start();
    const addresses = kind === "managed" ? source.config?.managed : source.drive;
    if (token === undefined || addresses === undefined) {
      accessService.stop();
      return failed(latest.kind === "access" ? "later" : latest.kind);
    }
    const baseUrls = { api: addresses.apiBase, upload: addresses.uploadBase };
    return ok({ baseUrls, token: () => accessService.token(), refresh: () => accessService.refresh(), close: () => accessService.stop() });
  };
}
