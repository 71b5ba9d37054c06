/**
 * Approving new devices, whose code comes once the notes are on screen or a locked vault asks another device. Until it could be fetched the server
 * counts as out of reach, and who watches for requests tries again. Part of account-services.ts.
 */
import { APPROVAL } from "@satchel/core/model/limits.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { ApprovalDeps } from "@satchel/core/vault/account/approval-service.ts";
import type { ApprovalService, ApprovalState } from "@satchel/core/vault/account/approval-service-types.ts";
import { lazyService } from "./lazy-service.ts";

type Maker = { readonly createApprovalService: (deps: ApprovalDeps) => ApprovalService };

const OUT_OF_REACH = failed({ kind: "unreachable" } as const);
const IDLE: ApprovalState = { asking: { kind: "idle" }, letting: { kind: "idle" }, incoming: [] };

export function createLazyApprovals(
  deps: ApprovalDeps,
  load: () => Promise<Maker> = () => import("@satchel/core/vault/account/approval-service.ts"),
): ApprovalService {
  const { store, ask } = lazyService<ApprovalState, Maker, ApprovalService>(IDLE, load, ({ createApprovalService }) =>
    createApprovalService(deps),
  );
  return {
    store,
    ask: () => ask((approvals) => approvals.ask(), OUT_OF_REACH),
    accept: () => ask((approvals) => approvals.accept(), OUT_OF_REACH),
    withdraw: () => ask((approvals) => approvals.withdraw(), undefined),
    watch(pace) {
      let isOver = false;
      let stop = (): void => undefined;
      const begin = async (): Promise<void> => {
        if (isOver) return;
        const isHere = await ask((approvals) => {
          if (!isOver) stop = approvals.watch(pace);
          return true;
        }, false);
        if (!isHere) deps.timers.after(APPROVAL.watchMs, () => void begin());
      };
      void begin();
      return () => {
        isOver = true;
        stop();
      };
    },
    offer: (...given) => ask((approvals) => approvals.offer(...given), OUT_OF_REACH),
    typeCode: (...given) => ask((approvals) => approvals.typeCode(...given), OUT_OF_REACH),
    refuse: (...given) => ask((approvals) => approvals.refuse(...given), undefined),
  };
}
