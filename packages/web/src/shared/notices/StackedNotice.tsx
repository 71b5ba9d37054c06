/** Shows one of several bands, with their number and a button to the next. */
import { noticesText } from "../../text/pages/notices.ts";
import { Button } from "../ui/Button.tsx";
import { type NoticeProps, type NoticeTone, PlainNotice } from "./Notice.tsx";
import { useNoticePosition } from "./notice-stack.ts";

export function StackedNotice(props: NoticeProps) {
  const { isShown, at, count, showNext } = useNoticePosition(rankOf(props), props.isKeptInFullscreen ?? false);
  const next = count > 1 && (
    <Button label={noticesText.count(at, count)} size="small" tone="quiet" aria-label={noticesText.next(at, count)} onPress={showNext} />
  );
  const actions =
    props.actions === undefined && next === false ? undefined : (
      <>
        {props.actions}
        {next}
      </>
    );
  return <PlainNotice {...props} actions={actions} isHidden={!isShown} />;
}

const TONE_RANKS = { info: 1, warning: 2, danger: 4 } as const satisfies Record<NoticeTone, number>;

function rankOf({ tone, urgent = false, isReminder = false }: NoticeProps): number {
  return isReminder ? 0 : TONE_RANKS[tone] + (urgent ? 1 : 0);
}
