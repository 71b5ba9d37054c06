/**
 * Changing passwords and keys, whose code comes with the first keys that the server shows or the first thing that a page asks for. Until it
 * could be fetched the server counts as out of reach, and each look at the keys tries again. Part of account-services.ts.
 */
import { failed } from "@satchel/core/model/result.ts";
import type { SecurityDeps } from "@satchel/core/vault/account/security-service.ts";
import type { SecurityService } from "@satchel/core/vault/account/security-service-types.ts";
import { lazyModule } from "./lazy-service.ts";

type Maker = { readonly createSecurityService: (deps: SecurityDeps) => SecurityService };

const OUT_OF_REACH = failed({ kind: "unreachable" } as const);

export function createLazySecurity(
  deps: SecurityDeps,
  load: () => Promise<Maker> = () => import("@satchel/core/vault/account/security-service.ts"),
): SecurityService {
  const { ask } = lazyModule(load, ({ createSecurityService }) => createSecurityService(deps));
  // Once it is here it follows the keys by itself, those that stand then included.
  deps.session.keys.subscribe(({ latest }, before) => latest !== before.latest && void ask(() => undefined, undefined));
  return {
    changePassword: (...given) => ask((security) => security.changePassword(...given), OUT_OF_REACH),
    holdsKey: () => ask((security) => security.holdsKey(), false),
    unlock: (...given) => ask((security) => security.unlock(...given), OUT_OF_REACH),
    recover: (...given) => ask((security) => security.recover(...given), OUT_OF_REACH),
    setPasswordOnly: (...given) => ask((security) => security.setPasswordOnly(...given), OUT_OF_REACH),
    startOver: (...given) => ask((security) => security.startOver(...given), OUT_OF_REACH),
    showRecoveryKey: (...given) => ask((security) => security.showRecoveryKey(...given), OUT_OF_REACH),
    beginRotation: (...given) => ask((security) => security.beginRotation(...given), OUT_OF_REACH),
    confirmRotation: (...given) => ask((security) => security.confirmRotation(...given), OUT_OF_REACH),
    cancelRotation: () => ask((security) => security.cancelRotation(), undefined),
    adopt: (...given) => ask((security) => security.adopt(...given), OUT_OF_REACH),
    sessions: () => ask((security) => security.sessions(), OUT_OF_REACH),
    activity: () => ask((security) => security.activity(), OUT_OF_REACH),
    endOther: (...given) => ask((security) => security.endOther(...given), OUT_OF_REACH),
    cancelStep: (...given) => ask((security) => security.cancelStep(...given), OUT_OF_REACH),
    deleteAccount: (...given) => ask((security) => security.deleteAccount(...given), OUT_OF_REACH),
  };
}
