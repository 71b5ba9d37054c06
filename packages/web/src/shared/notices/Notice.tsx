/** A quiet band with a problem and possible actions. Unlike a toast it stays until resolved. */
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import css from "./notice.module.css";

export type NoticeTone = "info" | "warning" | "danger";

export type NoticeProps = {
  readonly tone: NoticeTone;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** `band` spans a pane, `box` is inside a form. */
  readonly shape?: "band" | "box";
  /** Screen readers announce it at once. */
  readonly urgent?: boolean;
  /** A reminder stays until acted on, ranked after newer notices. */
  readonly isReminder?: boolean;
  /** Warns that typed text may be lost, so it is shown even in fullscreen. */
  readonly isKeptInFullscreen?: boolean;
  readonly isHidden?: boolean;
  /** Called when hovering or focus starts or ends; a notice that closes by itself waits in between. */
  readonly onHold?: (isHeld: boolean) => void;
};

/** Component for bands that are shown one at a time (StackedNotice.tsx). */
export const BandContext = createContext<ComponentType<NoticeProps> | undefined>(undefined);

export function Notice(props: NoticeProps) {
  const Band = useContext(BandContext);
  return Band === undefined || props.shape === "box" ? <PlainNotice {...props} /> : <Band {...props} />;
}

export function PlainNotice({ tone, icon, children, actions, shape = "band", urgent = false, isHidden, onHold }: NoticeProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it open; it is not interactive
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
