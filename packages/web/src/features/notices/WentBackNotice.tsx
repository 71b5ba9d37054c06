/** Says that the drive no longer held what this device had sent. sync.md §7.3. */
import { isPutOff } from "@satchel/core/workspace/layout/workspace-service.ts";
import { CloudAlert } from "lucide-react";
import { usePlace } from "../../shared/hooks/use-place.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Notice } from "../../shared/ui/Notice.tsx";
import { connectionNoticesText } from "../../text/connection-notices.ts";
import { commonText } from "../../text/words.ts";

export function WentBackNotice() {
  const { sync, workspace } = useLibrary();
  const place = usePlace();
  const count = useStore(sync.store, ({ wentBackCount = 0 }) => wentBackCount);
  const isLater = useStore(workspace.store, (state) => isPutOff(state, "went-back", count));
  if (isLater) return null;
  return (
    <Notice
      tone="warning"
      icon={<CloudAlert />}
      actions={
        <Button size="small" tone="quiet" onPress={() => workspace.putOff("went-back", count)}>
          {commonText.dismiss}
        </Button>
      }
    >
      <b>{connectionNoticesText.wentBack(count, place)}</b> {connectionNoticesText.wentBackSentence}
    </Notice>
  );
}
