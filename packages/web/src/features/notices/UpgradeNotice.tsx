/** Whether there is anything to say of local mode's notes on their way into an account: nearly always there is not. Spec B §4 "Local mode". */
import { Suspense } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { UpgradeBand } from "./lazy-bands.ts";

export function UpgradeNotice({ onJoinSensitive }: { readonly onJoinSensitive: () => void }) {
  const { upgrade } = useLibrary();
  const isSilent = useStore(upgrade.store, (state) => state.kind === "none" && state.moved === undefined);
  return <Suspense>{!isSilent && <UpgradeBand onJoinSensitive={onJoinSensitive} />}</Suspense>;
}
