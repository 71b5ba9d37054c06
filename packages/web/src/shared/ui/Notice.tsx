/** A quiet band that says what is the matter and what can be done. Toasts pass; a notice stays until it is settled. */
import type { ReactNode } from "react";
import css from "./notice.module.css";

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
};

export function Notice({ tone, icon, children, actions, shape = "band", urgent = false }: NoticeProps) {
  return (
    <div className={`${css.notice} ${css[tone]} ${css[shape]}`} role={urgent ? "alert" : "status"}>
      <span className={css.icon} aria-hidden>
        {icon}
      </span>
      <div className={css.words}>{children}</div>
      {actions !== undefined && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
