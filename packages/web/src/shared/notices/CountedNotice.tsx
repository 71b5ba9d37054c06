/** A band with a number of items. Once dismissed, it returns when there are more. */
import { type Band, isPutOff } from "@satchel/core/workspace/layout/workspace-service.ts";
import type { ReactNode } from "react";
import { commonText } from "../../text/labels.ts";
import { useStore } from "../hooks/use-store.ts";
import { useLibrary } from "../services.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "./Notice.tsx";

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
