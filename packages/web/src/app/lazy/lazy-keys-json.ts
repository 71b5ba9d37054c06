/** What keeps a copy of the key document in the drive, whose code comes with the first cycle that was complete; one that fails is tried after the next. */
import type { KeysJsonDeps, KeysJsonService } from "@satchel/core/vault/account/keys-json-service.ts";
import { lazyModule } from "./lazy-service.ts";

export function createLazyKeysJson(deps: KeysJsonDeps): KeysJsonService {
  const { ask } = lazyModule(
    () => import("@satchel/core/vault/account/keys-json-service.ts"),
    ({ createKeysJsonService }) => createKeysJsonService(deps),
  );
  return {
    keep: () => ask((keysJson) => keysJson.keep(), undefined),
    copies: () => ask<readonly Uint8Array[]>((keysJson) => keysJson.copies(), []),
  };
}
