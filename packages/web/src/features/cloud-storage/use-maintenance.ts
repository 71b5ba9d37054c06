/** Commands of the maintenance and their messages. Spec B §8 "Cleanup". */
import { TOAST } from "@satchel/core/model/limits/limits.ts";
import type { MaintenanceProblem, MaintenanceService } from "@satchel/core/transfer/maintenance/maintenance-service-types.ts";
import type { StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import { useState } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";

const SUBJECT = "maintenance";

export function useMaintenance(maintenance: MaintenanceService, drive: string) {
  const { status } = useServices();
  const { sync } = useLibrary();
  const [isCatchingUp, setCatchingUp] = useState(false);
  /** Number of duplicates moved by the last clean-up; undefined if there was none since. */
  const [movedDuplicates, setMovedDuplicates] = useState<number>();
  const say = (message: StatusMessage): void => void status.show(message, { subject: SUBJECT });
  const sayProblem = (problem: MaintenanceProblem): void =>
    say(problem.kind === "cancelled" ? { id: "cleanup-cancelled" } : { id: "cleanup-failed", problem });
  const handleBringBack = async (): Promise<void> => {
    setMovedDuplicates(undefined);
    const back = await maintenance.bringBack();
    if (back.ok) say({ id: "files-brought-back", count: back.value });
    else sayProblem(back.problem);
  };
  /** Syncs first: only files that sync has read can be judged. */
  const catchUp = async (): Promise<void> => {
    setCatchingUp(true);
    await sync.syncNow();
    setCatchingUp(false);
  };
  return {
    isCatchingUp,
    movedDuplicates,
    async handleScan(): Promise<void> {
      setMovedDuplicates(undefined);
      await catchUp();
      const scanned = await maintenance.scan();
      if (!scanned.ok) return sayProblem(scanned.problem);
      const { totalFiles, suspiciousFiles } = scanned.value.stats;
      if (suspiciousFiles > 0) return say({ id: "files-suspicious", count: suspiciousFiles });
      // A drive with duplicates is not called clean; the panel shows their number.
      if (scanned.value.duplicates.length === 0) say({ id: "files-clean", drive, total: totalFiles });
    },
    async handleCleanUp(): Promise<void> {
      const cleaned = await maintenance.cleanUp("suspicious");
      if (!cleaned.ok) return sayProblem(cleaned.problem);
      if (cleaned.value === 0) return say({ id: "no-files-cleaned" });
      const action = { run: () => void handleBringBack() };
      status.show({ id: "files-cleaned", count: cleaned.value }, { subject: SUBJECT, action, durationMs: TOAST.undoMs });
    },
    async handleMoveDuplicates(): Promise<void> {
      setMovedDuplicates(undefined);
      const moved = await maintenance.cleanUp("duplicates");
      if (moved.ok) setMovedDuplicates(moved.value);
      else sayProblem(moved.problem);
    },
    handleDeclined: (): void => say({ id: "cleanup-cancelled" }),
    handleBringBack,
  };
}
