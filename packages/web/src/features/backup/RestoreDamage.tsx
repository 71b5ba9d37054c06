/** Damage that a restore found in its file: notes recovered from their readable copies, and items that could not be restored. */
import type { BackupDamage } from "@satchel/core/model/backup/backup-damage.ts";
import { backupDamageText, damageReport } from "../../text/transfer/backup-damage.ts";
import { ProblemList } from "./ProblemList.tsx";

export function RestoreDamage({ damage }: { readonly damage: readonly BackupDamage[] }) {
  const { fromPages, others, named } = damageReport(damage);
  const heading = named ? backupDamageText.restored : backupDamageText.damaged;
  const after = named ? backupDamageText.kept : backupDamageText.keptInPart;
  return (
    <>
      {others.length > 0 && <ProblemList heading={heading(others.length)} sentences={others} after={after} />}
      {fromPages.length > 0 && <ProblemList heading={backupDamageText.fromPages(fromPages.length)} sentences={fromPages} />}
    </>
  );
}
