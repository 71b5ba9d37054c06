/** Asks before an action that is hard to undo. Variants: danger, warning, info. Spec A §2.13, B §2 "Other elements". */
import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { commonText } from "../../text/labels.ts";
import { Button } from "./Button.tsx";
import css from "./confirm.module.css";
import { Dialog } from "./Dialog.tsx";

export type ConfirmVariant = "danger" | "warning" | "info";

type ConfirmDialogProps = {
  readonly variant: ConfirmVariant;
  readonly title: string;
  readonly message: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  readonly busy?: boolean;
  /** A third action between cancel and confirm. */
  readonly other?: ReactNode;
  /** Uses more width, if `other` holds several actions. */
  readonly isWide?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

const ICONS = { danger: CircleAlert, warning: TriangleAlert, info: Info } as const;

export function ConfirmDialog({
  variant,
  title,
  message,
  confirm,
  cancel,
  busy,
  other,
  isWide = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const Icon = ICONS[variant];
  return (
    <Dialog
      role="alertdialog"
      width={isWide ? "wide" : other === undefined ? "narrow" : "normal"}
      title={title}
      onClose={onCancel}
      icon={
        <span className={`${css.icon} ${css[variant]}`}>
          <Icon aria-hidden />
        </span>
      }
      actions={
        <>
          <Button label={cancel ?? commonText.cancel} tone="quiet" onPress={onCancel} />
          {other}
          <Button
            label={confirm}
            tone={variant === "danger" ? "danger" : "primary"}
            busy={busy ?? false}
            onPress={onConfirm}
            autoFocus={variant !== "danger"}
          />
        </>
      }
    >
      {typeof message === "string" ? <p>{message}</p> : message}
    </Dialog>
  );
}
