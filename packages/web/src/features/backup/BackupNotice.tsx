/**
 * Progress of a backup or restore above the notes: it continues when Settings closes, and its end is reported here. Spec B §4 "Backup and
 * restore".
 */

import { createStore } from "@satchel/core/model/store.ts";
import type { BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { Archive } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Notice, type NoticeTone } from "../../shared/notices/Notice.tsx";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { commonText } from "../../text/labels.ts";
import { restoreDone } from "../../text/pages/status.ts";
import { backupDone, backupFailed, backupText, cleaningFailed, restoreStepText } from "../../text/transfer/backup.ts";
import { backupDamageText, missingSentence, restoreOutcome } from "../../text/transfer/backup-damage.ts";
import { ProblemList } from "./ProblemList.tsx";
import { RestoreDamage } from "./RestoreDamage.tsx";

export function BackupNotice() {
  const { backup } = useLibrary();
  const state = useStore(backup.store, (each) => each);
  const isPanelOpen = useStore(openPanels, ({ count }) => count > 0);
  useToast(isPanelOpen ? undefined : state);
  if (isPanelOpen) return null;
  if (state.kind === "writing" || state.kind === "restoring")
    return (
      <Notice tone="info" icon={<Archive />} actions={<Button label={backupText.cancel} size="small" onPress={() => backup.cancel()} />}>
        {state.kind === "restoring" && <b>{backupText.restoring} </b>}
        {progressSentence(state)}
      </Notice>
    );
  const outcome = outcomeOf(state);
  if (outcome === undefined) return null;
  return (
    <Notice
      tone={toneOf(state)}
      icon={<Archive />}
      actions={<Button label={commonText.dismiss} size="small" tone="quiet" onPress={() => backup.reset()} />}
    >
      {outcome}
      {state.kind === "restored" && state.result.damage.length > 0 && <RestoreDamage damage={state.result.damage} />}
      {state.kind === "written" && state.totals.missing.length > 0 && (
        <ProblemList
          heading={backupDamageText.missing(state.totals.missing.length)}
          sentences={state.totals.missing.map(missingSentence)}
        />
      )}
    </Notice>
  );
}

/** A restore without remaining problems is reported in a toast. */
function useToast(state: BackupState | undefined): void {
  const { status } = useServices();
  const { backup } = useLibrary();
  const result = state?.kind === "restored" && isPlain(state) ? state.result : undefined;
  useEffect(() => {
    if (result === undefined) return;
    status.show({ id: "backup-restored", result });
    backup.reset();
  }, [result, status, backup]);
}

function toneOf(state: BackupState): NoticeTone {
  if (state.kind === "failed") return "danger";
  return state.kind === "written" && state.totals.missing.length === 0 ? "info" : "warning";
}

function isPlain(state: Extract<BackupState, { readonly kind: "restored" }>): boolean {
  return state.result.locked === 0 && state.result.damage.length === 0;
}

function progressSentence(state: Extract<BackupState, { readonly kind: "writing" | "restoring" }>): string {
  const [label, percent] =
    state.kind === "restoring"
      ? [restoreStepText[state.step], state.percent]
      : [state.isChecking === true ? backupText.checking : backupText.creating, state.total === 0 ? 0 : (state.done / state.total) * 100];
  return `${label} ${backupText.percent(Math.round(Math.min(percent, 100)))}`;
}

function outcomeOf(state: BackupState): string | undefined {
  switch (state.kind) {
    case "restored":
      return isPlain(state) ? undefined : restoreDone(state.result);
    case "written":
      return backupDone(state.fileName, state.totals);
    case "cancelled":
      return backupDamageText.cancelled(state.added);
    case "sealed":
      return undefined;
    case "failed":
      if (state.work === "backup") return backupFailed(state.problem);
      return state.work === "cleaning" ? cleaningFailed(state.problem) : restoreOutcome(state);
    default:
      return undefined;
  }
}

const openPanels = createStore({ count: 0 });

/** Registers that the backup panel is on the screen, where it replaces the band above the notes. */
export function useOpenPanel(): void {
  useEffect(() => {
    openPanels.setState({ count: openPanels.getState().count + 1 });
    return () => openPanels.setState({ count: openPanels.getState().count - 1 });
  }, []);
}
