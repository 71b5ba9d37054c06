/** Reports that the drive no longer had what this device had sent (sync.md §7.3), or what the device that approved it had seen (encryption.md 3.5 (6)). */
import { CloudAlert } from "lucide-react";
import { useStorageLabel } from "../../../shared/hooks/use-plan.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { CountedNotice } from "../../../shared/notices/CountedNotice.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { connectionNoticesText } from "../../../text/drive/connection-notices.ts";

export function WentBackNotice() {
  const storage = useStorageLabel();
  const { wentBackCount = 0, missingApprovedCount = 0 } = useStore(useLibrary().sync.store, (state) => state);
  const { wentBack, wentBackSentence, missingApproved } = connectionNoticesText;
  return (
    <>
      <CountedNotice band="went-back" count={wentBackCount} icon={<CloudAlert />}>
        <b>{wentBack(wentBackCount, storage)}</b> {wentBackSentence}
      </CountedNotice>
      <CountedNotice band="missing-approved" count={missingApprovedCount} icon={<CloudAlert />}>
        {missingApproved(storage)}
      </CountedNotice>
    </>
  );
}
