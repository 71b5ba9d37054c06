/** Local mode's notes in an account: offered, on their way, arrived, or stopped. Spec B §4 "Local mode", decisions §5 "Upgrade". */
import type { UpgradeState } from "@satchel/core/upgrading/upgrade-service-types.ts";
import { Laptop } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Notice, type NoticeTone } from "../../shared/ui/Notice.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { upgradeProgress, upgradingText } from "../../text/upgrading.ts";
import { commonText } from "../../text/words.ts";
import { JoinSensitiveDialog } from "./JoinSensitiveDialog.tsx";

export function UpgradeNotice() {
  const { upgrade } = useLibrary();
  const state = useStore(upgrade.store, (each) => each);
  const [dismissed, setDismissed] = useState<string>();
  if (dismissed === state.kind) return null;
  const handleBegin = (): void => void upgrade.begin();
  const handleDismiss = (): void => setDismissed(state.kind);
  switch (state.kind) {
    case "none":
      return state.moved === undefined ? null : band("info", upgradingText.moved(state.moved), later(commonText.dismiss, handleDismiss));
    case "moving":
      return <MovingNotice state={state} />;
    case "stopped":
      return band("danger", `${upgradingText.failed(state.problem)} ${upgradingText.untouched}`, act(upgradingText.tryAgain, handleBegin));
    case "offered":
      return band(
        "info",
        <>
          <b>{upgradingText.offered(state.counts)}</b> {upgradingText.offeredDetail}
        </>,
        <>
          {act(upgradingText.move, handleBegin)}
          {later(upgradingText.notNow, handleDismiss)}
        </>,
      );
  }
}

function MovingNotice({ state }: { readonly state: Extract<UpgradeState, { readonly kind: "moving" }> }) {
  const [isAsking, setAsking] = useState(false);
  const { unlockSensitive } = useWorkspaceActions();
  const needsPassword = state.hold === "sensitive";
  const isLocked = state.hold === "sensitive-locked";
  return (
    <>
      {band(
        state.hold === undefined ? "info" : "warning",
        upgradeProgress(state),
        <>
          {needsPassword && act(upgradingText.join, () => setAsking(true))}
          {isLocked && act(upgradingText.unlock, () => unlockSensitive())}
        </>,
      )}
      {needsPassword && isAsking && <JoinSensitiveDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function band(tone: NoticeTone, words: ReactNode, actions?: ReactNode) {
  return (
    <Notice tone={tone} icon={<Laptop />} actions={actions} urgent={tone === "danger"}>
      {words}
    </Notice>
  );
}

function act(label: string, onPress: () => void) {
  return (
    <Button size="small" tone="primary" onPress={onPress}>
      {label}
    </Button>
  );
}

function later(label: string, onPress: () => void) {
  return (
    <Button size="small" tone="quiet" onPress={onPress}>
      {label}
    </Button>
  );
}
