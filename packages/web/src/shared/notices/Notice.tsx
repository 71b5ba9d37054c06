/** A quiet band that says what is the matter and what can be done. Toasts pass; a notice stays until it is resolved. */
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import css from "./notice.module.css";

export type NoticeTone = "info" | "warning" | "danger";

export type NoticeProps = {
  readonly tone: NoticeTone;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** `band` runs across a pane, `box` is in a form. */
  readonly shape?: "band" | "box";
  /** Announced at once by screen readers. */
  readonly urgent?: boolean;
  /** Stays until acted on, behind newer notices. */
  readonly isReminder?: boolean;
  /** Says that what is typed may be lost: also where nothing else is beside the text. */
  readonly isKeptInFullscreen?: boolean;
  readonly isHidden?: boolean;
  /** Hovered or focused, or no longer; a notice that closes automatically waits meanwhile. */
  readonly onHold?: (isHeld: boolean) => void;
};

/** Where bands are shown one at a time, what renders one of them (StackedNotice.tsx). */
export const BandContext = createContext<ComponentType<NoticeProps> | undefined>(undefined);

export function Notice(props: NoticeProps) {
  const Band = useContext(BandContext);
  return Band === undefined || props.shape === "box" ? <PlainNotice {...props} /> : <Band {...props} />;
}

export function PlainNotice({ tone, icon, children, actions, shape = "band", urgent = false, isHidden, onHold }: NoticeProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it keeps it up; there is nothing to operate
    <div
      className={`${css.notice} ${css[tone]} ${css[shape]}`}
      role={urgent ? "alert" : "status"}
      hidden={isHidden}
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
      {actions !== undefined && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
