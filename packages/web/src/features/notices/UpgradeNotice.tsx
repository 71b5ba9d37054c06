/** Loads the band about moving local mode's notes into an account only if it is needed, which is rare. Spec B §4 "Local mode". */
import { Suspense } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { UpgradeBand } from "./lazy-bands.ts";

export function UpgradeNotice({ onJoinSensitive }: { readonly onJoinSensitive: () => void }) {
  const { upgrade } = useLibrary();
  const isSilent = useStore(upgrade.store, (state) => state.kind === "none" && state.moved === undefined);
  return <Suspense>{!isSilent && <UpgradeBand onJoinSensitive={onJoinSensitive} />}</Suspense>;
}
