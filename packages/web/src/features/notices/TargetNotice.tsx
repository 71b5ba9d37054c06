/** Another drive account, or a folder that is gone: sync has stopped until the user says where the notes belong. sync.md §7.3. */
import { FolderSync } from "lucide-react";
import { useStorageLabel } from "../../shared/hooks/use-storage-label.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Notice } from "../../shared/ui/Notice.tsx";
import { connectionNoticesText } from "../../text/connection-notices.ts";
import { changedOf } from "./changed-target.ts";

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
      actions={
        <Button size="small" tone="primary" onPress={onChoose}>
          {connectionNoticesText.choose}
        </Button>
      }
    >
      <b>{changed === "account" ? connectionNoticesText.otherAccount : connectionNoticesText.folderGone(storage)}</b>{" "}
      {connectionNoticesText.untouched}
    </Notice>
  );
}
