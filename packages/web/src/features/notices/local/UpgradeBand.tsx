/**
 * State of moving local mode's notes into an account: offered, in progress, finished, or stopped. Spec B §4 "Local mode", decision 0005
 * "Upgrade".
 */
import type { UpgradeState } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import { isPutOff } from "@satchel/core/workspace/layout/workspace-service.ts";
import { Laptop } from "lucide-react";
import type { ReactNode } from "react";
import { useStorageLabel } from "../../../shared/hooks/use-plan.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { Notice, type NoticeTone } from "../../../shared/notices/Notice.tsx";
import { useLibrary, useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { SeePlans } from "../../../shared/ui/SeePlans.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { upgradeProgress, upgradingText } from "../../../text/drive/upgrading.ts";
import { commonText } from "../../../text/labels.ts";

export function UpgradeBand({ onJoinSensitive }: { readonly onJoinSensitive: () => void }) {
  const { upgrade, workspace } = useLibrary();
  const state = useStore(upgrade.store, (each) => each);
  const waiting = state.kind === "offered" ? "upgrade-offer" : "upgrade-done";
  const isLater = useStore(workspace.store, (shown) => isPutOff(shown, waiting));
  const storage = useStorageLabel();
  const { account } = useServices();
  const email = useStore(account.store, (session) => (session.kind === "signed-in" ? session.user.email : ""));
  const handleBegin = (): void => void upgrade.begin();
  const handleLater = (): void => workspace.putOff(waiting);
  switch (state.kind) {
    case "none":
      return state.moved === undefined || isLater
        ? null
        : band("info", upgradingText.moved(state.moved), later(commonText.dismiss, handleLater));
    case "migrating":
      return <MigrationNotice state={state} onJoinSensitive={onJoinSensitive} />;
    case "stopped":
      return band(
        "danger",
        `${upgradingText.failed(state.problem, storage)} ${upgradingText.untouched}`,
        act(upgradingText.tryAgain, handleBegin),
      );
    case "offered":
      if (isLater) return null;
      return band(
        "info",
        <>
          <b>{upgradingText.offered(state.counts)}</b> {upgradingText.offeredDetail(storage, email)}
        </>,
        <>
          {act(upgradingText.move, handleBegin)}
          {later(upgradingText.notNow, handleLater)}
        </>,
      );
  }
}

type MigrationProps = { readonly state: Extract<UpgradeState, { readonly kind: "migrating" }>; readonly onJoinSensitive: () => void };

function MigrationNotice({ state, onJoinSensitive }: MigrationProps) {
  const { unlockSensitive } = useWorkspaceActions();
  return band(
    state.hold === undefined ? "info" : "warning",
    upgradeProgress(state, useStorageLabel()),
    <>
      <SeePlans why={state.hold} />
      {state.hold === "sensitive" && act(upgradingText.join, onJoinSensitive)}
      {state.hold === "sensitive-locked" && act(upgradingText.unlock, () => unlockSensitive())}
    </>,
  );
}

function band(tone: NoticeTone, message: ReactNode, actions?: ReactNode) {
  return (
    <Notice tone={tone} icon={<Laptop />} actions={actions} urgent={tone === "danger"}>
      {message}
    </Notice>
  );
}

function act(label: string, onPress: () => void) {
  return <Button label={label} size="small" tone="primary" onPress={onPress} />;
}

function later(label: string, onPress: () => void) {
  return <Button label={label} size="small" tone="quiet" onPress={onPress} />;
}
