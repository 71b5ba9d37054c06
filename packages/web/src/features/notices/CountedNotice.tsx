/** A band that says how many of something there are. Once dismissed it comes back when there are more. */
import { type Band, isPutOff } from "@satchel/core/workspace/layout/workspace-service.ts";
import type { ReactNode } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Notice } from "../../shared/notices/Notice.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { commonText } from "../../text/labels.ts";

type CountedNoticeProps = {
  readonly band: Band;
  readonly count: number;
  readonly icon: ReactNode;
  readonly review?: { readonly label: string; readonly onPress: () => void };
  readonly children: ReactNode;
};

export function CountedNotice({ band, count, icon, review, children }: CountedNoticeProps) {
  const { workspace } = useLibrary();
  const isLater = useStore(workspace.store, (state) => isPutOff(state, band, count));
  if (isLater) return null;
  return (
    <Notice
      tone="warning"
      icon={icon}
      actions={
        <>
          {review !== undefined && <Button label={review.label} size="small" onPress={review.onPress} />}
          <Button label={commonText.dismiss} size="small" tone="quiet" onPress={() => workspace.putOff(band, count)} />
        </>
      }
    >
      {children}
    </Notice>
  );
}
