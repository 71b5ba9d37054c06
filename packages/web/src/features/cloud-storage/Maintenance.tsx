/** Finds broken and duplicate files in the drive, lists them, and moves them to the drive's trash once the user agrees. Spec B §2. */
import type { MaintenanceService, MaintenanceWork, Scan } from "@satchel/core/transfer/maintenance/maintenance-service-types.ts";
import { useState } from "react";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { maintenanceText } from "../../text/drive/maintenance.ts";
import { workspaceText } from "../../text/workspace.ts";
import { DuplicateAttachments } from "./DuplicateAttachments.tsx";
import css from "./maintenance.module.css";
import { useMaintenance } from "./use-maintenance.ts";

type MaintenanceProps = {
  readonly maintenance: MaintenanceService;
  /** Asks whether to delete everything that is stored in this browser. */
  readonly onClearCaches: () => void;
};

export function Maintenance({ maintenance, onClearCaches }: MaintenanceProps) {
  const { connection } = useServices();
  const drive = useStore(connection.store, ({ label }) => label) ?? workspaceText.drive;
  const storage = useStorageLabel();
  const isConnected = useStore(connection.store, ({ kind }) => kind === "connected");
  const { scan, work, moved } = useStore(maintenance.store, (all) => all);
  const { isCatchingUp, movedDuplicates, handleScan, handleCleanUp, handleMoveDuplicates, handleDeclined, handleBringBack } =
    useMaintenance(maintenance, drive);
  const [isAsking, setAsking] = useState(false);
  const found = scan?.suspicious.length ?? 0;
  const isBusy = work !== undefined;
  return (
    <Section
      title={maintenanceText.title(storage, drive)}
      sentence={isConnected ? maintenanceText.sentence(storage) : maintenanceText.notConnected(storage)}
    >
      {scan !== undefined && <Findings scan={scan} />}
      {scan !== undefined && scan.duplicates.length > 0 && (
        <DuplicateAttachments duplicates={scan.duplicates} isDisabled={!isConnected || isBusy} onMove={() => void handleMoveDuplicates()} />
      )}
      {work !== undefined && <Progress work={work} onCancel={() => maintenance.cancel()} />}
      <div className={css.buttons}>
        <Button
          label={maintenanceText.scan}
          busy={isCatchingUp || work?.kind === "scan"}
          isDisabled={!isConnected || (isBusy && work.kind !== "scan")}
          onPress={() => void handleScan()}
        />
        {found > 0 && (
          <Button
            label={maintenanceText.cleanUp(found)}
            tone="danger"
            isDisabled={!isConnected || isBusy}
            onPress={() => setAsking(true)}
          />
        )}
        {moved.length > 0 && (
          <Button
            label={maintenanceText.bringBack(moved.length)}
            tone="quiet"
            isDisabled={!isConnected || isBusy}
            onPress={() => void handleBringBack()}
          />
        )}
      </div>
      <div className={css.buttons}>
        <Button label={maintenanceText.clearCaches} tone="danger-quiet" isDisabled={isBusy} onPress={onClearCaches} />
      </div>
      <p className={css.note}>{maintenanceText.clearCachesHint(storage)}</p>
      <p className={css.note} role="status">
        {movedDuplicates !== undefined && maintenanceText.movedDuplicates(movedDuplicates, storage)}
      </p>
      {isAsking && (
        <ConfirmDialog
          variant="danger"
          title={maintenanceText.confirmTitle(found)}
          message={maintenanceText.confirmMessage(found, storage)}
          confirm={maintenanceText.cleanUp(found)}
          onConfirm={() => {
            setAsking(false);
            void handleCleanUp();
          }}
          onCancel={() => {
            setAsking(false);
            handleDeclined();
          }}
        />
      )}
    </Section>
  );
}

function Findings({ scan: { stats, suspicious, neededFiles, trashedFiles } }: { readonly scan: Scan }) {
  const figures = [
    [maintenanceText.totalFiles, stats.totalFiles],
    [maintenanceText.suspiciousFiles, stats.suspiciousFiles],
    [maintenanceText.deletedNoteFiles, stats.deletedNoteFiles],
    [maintenanceText.emptyFiles, stats.emptyFiles],
    [maintenanceText.trashedFiles, trashedFiles],
  ] as const;
  return (
    <>
      <dl className={css.figures}>
        {figures.map(([name, count]) => (
          <div key={name} className={css.figure}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {suspicious.length > 0 && (
        <div className={css.warning}>
          <p>{maintenanceText.warning(suspicious.length)}</p>
          <details>
            <summary>{maintenanceText.which}</summary>
            <ul className={css.names}>
              {suspicious.map(({ fileId, name, sizeBytes = 0 }) => (
                <li key={fileId}>
                  {name} <span className={css.size}>{maintenanceText.bytes(sizeBytes)}</span>
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
      {neededFiles > 0 && <p className={css.note}>{maintenanceText.needed(neededFiles)}</p>}
      <p className={css.note}>{maintenanceText.toTrash(useStorageLabel())}</p>
    </>
  );
}

function Progress({ work, onCancel }: { readonly work: MaintenanceWork; readonly onCancel: () => void }) {
  const isScan = work.kind === "scan";
  const label = isScan
    ? maintenanceText.scanning(work.seen)
    : work.kind === "clean-up"
      ? maintenanceText.cleaningUp
      : maintenanceText.bringingBack;
  const percent = isScan || work.total === 0 ? undefined : Math.round((work.done / work.total) * 100);
  return (
    <div className={css.progress}>
      <div className={css.bar}>
        <p className={css.words}>
          <span>{label}</span>
          {!isScan && (
            <span>
              {work.done} / {work.total}
            </span>
          )}
        </p>
        <Bar label={label} {...(percent === undefined ? {} : { percent })} />
      </div>
      <Button label={maintenanceText.cancel} size="small" onPress={onCancel} />
    </div>
  );
}
