/** In the place of a band that could not be fetched. */
import { CircleAlert } from "lucide-react";
import { useTryAgain } from "../../shared/try-again.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Notice } from "../../shared/ui/Notice.tsx";
import { commonText } from "../../text/labels.ts";

export function MissingBand() {
  const { isTrying, tryAgain } = useTryAgain();
  return (
    <Notice
      tone="warning"
      urgent
      icon={<CircleAlert />}
      actions={
        <Button size="small" busy={isTrying} onPress={tryAgain}>
          {commonText.retry}
        </Button>
      }
    >
      {commonText.notLoaded}
    </Notice>
  );
}
