/** Another drive account, or a missing folder: sync has stopped until the user says where the notes belong. sync.md §7.3. */

import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { FolderSync } from "lucide-react";
import { useStorageLabel } from "../../../shared/hooks/use-plan.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { connectionNoticesText } from "../../../text/drive/connection-notices.ts";

export function TargetNotice({ onChoose }: { readonly onChoose: () => void }) {
  const { sync } = useLibrary();
  const storage = useStorageLabel();
  const changed = useStore(sync.store, ({ problem }) => changedOf(problem));
  if (changed === undefined) return null;
  return (
    <Notice
      tone="warning"
      urgent
      icon={<FolderSync />}
      actions={<Button label={connectionNoticesText.choose} size="small" tone="primary" onPress={onChoose} />}
    >
      <b>{changed === "account" ? connectionNoticesText.otherAccount : connectionNoticesText.folderGone(storage)}</b>{" "}
      {connectionNoticesText.untouched}
    </Notice>
  );
}

/** Changes of the drive that only the user can resolve; a moved library is followed automatically. sync.md §7.3. */
export type ChangedTarget = Exclude<Extract<NonNullable<SyncState["problem"]>, { readonly kind: "target-changed" }>["what"], "moved-away">;

export function changedOf(problem: SyncState["problem"]): ChangedTarget | undefined {
  return problem?.kind === "target-changed" && problem.what !== "moved-away" ? problem.what : undefined;
}
