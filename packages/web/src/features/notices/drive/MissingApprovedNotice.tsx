/** Reports that the drive shows less than it did to the device that approved this one. encryption.md 3.5 (6). */
import { CloudAlert } from "lucide-react";
import { useStorageLabel } from "../../../shared/hooks/use-plan.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { CountedNotice } from "../../../shared/notices/CountedNotice.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { connectionNoticesText } from "../../../text/drive/connection-notices.ts";

export function MissingApprovedNotice() {
  const storage = useStorageLabel();
  const count = useStore(useLibrary().sync.store, ({ missingApprovedCount = 0 }) => missingApprovedCount);
  return (
    <CountedNotice band="missing-approved" count={count} icon={<CloudAlert />}>
      <b>{connectionNoticesText.missingApproved(storage)}</b> {connectionNoticesText.missingApprovedSentence}
    </CountedNotice>
  );
}
