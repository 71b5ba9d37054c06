/** Reports that the drive no longer had what this device had sent. sync.md §7.3. */
import { CloudAlert } from "lucide-react";
import { useStorageLabel } from "../../../shared/hooks/use-plan.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { CountedNotice } from "../../../shared/notices/CountedNotice.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { connectionNoticesText } from "../../../text/drive/connection-notices.ts";

export function WentBackNotice() {
  const storage = useStorageLabel();
  const count = useStore(useLibrary().sync.store, ({ wentBackCount = 0 }) => wentBackCount);
  return (
    <CountedNotice band="went-back" count={count} icon={<CloudAlert />}>
      <b>{connectionNoticesText.wentBack(count, storage)}</b> {connectionNoticesText.wentBackSentence}
    </CountedNotice>
  );
}
