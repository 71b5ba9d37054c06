/** What a restore found wrong with its file: notes that came from their readable copies, and what could not be restored. */
import type { BackupFault } from "@satchel/core/model/backup/backup-damage.ts";
import { faultReport, faultsText } from "../../text/backup-faults.ts";
import { FaultList } from "./FaultList.tsx";

export function RestoreFaults({ faults }: { readonly faults: readonly BackupFault[] }) {
  const { fromPages, others, named } = faultReport(faults);
  const heading = named ? faultsText.restored : faultsText.damaged;
  const after = named ? faultsText.kept : faultsText.keptInPart;
  return (
    <>
      {others.length > 0 && <FaultList heading={heading(others.length)} sentences={others} after={after} />}
      {fromPages.length > 0 && <FaultList heading={faultsText.fromPages(fromPages.length)} sentences={fromPages} />}
    </>
  );
}
