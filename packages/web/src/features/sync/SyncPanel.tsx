/** The Sync tab: status, waiting changes, settings, conflicts, devices, and a link to the log. Spec B §3 "Sync state". */
import { RefreshCw } from "lucide-react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { SeePlans } from "../../shared/ui/SeePlans.tsx";
import words from "../../shared/ui/words.module.css";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { syncText } from "../../text/drive/sync.ts";
import { syncNoticesText } from "../../text/drive/sync-notices.ts";
import { syncProblemText } from "../../text/workspace.ts";
import { SyncChoices } from "./SyncChoices.tsx";
import { SyncDevices } from "./SyncDevices.tsx";
import css from "./sync-panel.module.css";
import { WaitingList } from "./WaitingList.tsx";

export function SyncPanel() {
  const { conflicts } = useLibrary();
  const { openConflicts, openSyncLog } = useWorkspaceActions();
  const count = useStore(conflicts.store, (state) => state.conflicts.length);
  return (
    <div className={css.panel}>
      <State />
      <Section title={syncNoticesText.conflicts} sentence={count === 0 ? syncText.noConflictsSentence : syncText.conflictsSentence}>
        <div>
          <Button
            label={count === 0 ? syncText.showConflicts : `${syncText.showConflicts} (${count})`}
            size="small"
            onPress={() => openConflicts()}
          />
        </div>
      </Section>
      <SyncChoices />
      <Section title={syncText.devices}>
        <SyncDevices />
      </Section>
      <Section title={syncText.log} sentence={syncText.logSentence}>
        <div>
          <Button label={syncText.showLog} size="small" onPress={openSyncLog} />
        </div>
      </Section>
    </div>
  );
}

function State() {
  const storage = useStorageLabel();
  const { sync } = useLibrary();
  const { moment } = useDates();
  const { phase, problem, lastCompleteAt, pendingCount, refusal } = useStore(sync.store, (state) => state);
  const isSyncing = phase === "syncing";
  return (
    <section className={css.card} aria-label={syncText.title}>
      <div className={css.words}>
        <p className={words.strong}>
          {lastCompleteAt === undefined ? syncText.neverComplete(storage) : syncText.lastComplete(moment(lastCompleteAt))}
        </p>
        <p className={words.detail}>
          {problem === undefined ? syncText.pending(pendingCount, refusal, storage) : syncProblemText(storage)[problem.kind]}
        </p>
      </div>
      <SeePlans why={problem?.kind ?? (pendingCount > 0 ? refusal : undefined)} />
      <Button
        label={isSyncing ? syncText.syncing : syncText.now}
        tone="primary"
        icon={<RefreshCw aria-hidden />}
        busy={isSyncing}
        isDisabled={phase === "off"}
        onPress={() => void sync.syncNow()}
      />
      <WaitingList />
    </section>
  );
}
