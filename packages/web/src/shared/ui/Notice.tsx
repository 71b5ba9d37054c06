/** A quiet band that says what is the matter and what can be done. Toasts pass; a notice stays until it is settled. */
import type { ReactNode } from "react";
import { noticesText } from "../../text/notices.ts";
import { Button } from "./Button.tsx";
import css from "./notice.module.css";
import { useNoticePosition } from "./notice-stack.ts";

export type NoticeTone = "info" | "warning" | "danger";

type NoticeProps = {
  readonly tone: NoticeTone;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** `band` runs across a pane, `box` stands in a form. */
  readonly shape?: "band" | "box";
  /** Read out at once when it appears. */
  readonly urgent?: boolean;
  /** Says that what is typed may be lost: also where nothing else stands beside the text. */
  readonly isKeptInFullscreen?: boolean;
  /** Somebody points at it or has the focus in it, or does no longer: what would go by itself stays so long. */
  readonly onHold?: (isHeld: boolean) => void;
};

export function Notice({ tone, icon, children, actions, shape = "band", urgent = false, isKeptInFullscreen = false, onHold }: NoticeProps) {
  const position = useNoticePosition(shape === "band" ? rankOf(tone, urgent) : undefined, isKeptInFullscreen);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it keeps it up; there is nothing to operate
    <div
      className={`${css.notice} ${css[tone]} ${css[shape]}`}
      role={urgent ? "alert" : "status"}
      hidden={!position.isShown}
      onMouseEnter={() => onHold?.(true)}
      onMouseLeave={() => onHold?.(false)}
      onFocus={() => onHold?.(true)}
      onBlur={() => onHold?.(false)}
    >
      <div className={css.message}>
        <span className={css.icon} aria-hidden>
          {icon}
        </span>
        <div className={css.words}>{children}</div>
      </div>
      {(actions !== undefined || position.count > 1) && (
        <div className={css.actions}>
          {actions}
          {position.count > 1 && (
            <Button size="small" tone="quiet" aria-label={noticesText.next(position.at, position.count)} onPress={position.showNext}>
              {noticesText.count(position.at, position.count)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const TONE_RANKS = { info: 1, warning: 2, danger: 4 } as const satisfies Record<NoticeTone, number>;

function rankOf(tone: NoticeTone, urgent: boolean): number {
  return TONE_RANKS[tone] + (urgent ? 1 : 0);
}
