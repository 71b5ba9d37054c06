/** A dialog over the page: traps the focus and gives it back. What is in it is the caller's. visual.md "Keyboard". */
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { commonText } from "../../text/words.ts";
import css from "./dialog.module.css";
import { IconButton } from "./IconButton.tsx";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The row of buttons at the end. */
  readonly actions?: ReactNode;
  readonly icon?: ReactNode;
  /** `alert` needs an answer: a click beside it does not close it. */
  readonly role?: "dialog" | "alertdialog";
  readonly width?: "narrow" | "normal" | "wide";
};

export function Dialog({ title, onClose, children, actions, icon, role = "dialog", width = "narrow" }: DialogProps) {
  const isPlain = role === "dialog";
  return (
    <ModalOverlay
      isOpen
      isDismissable={isPlain}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className={css.overlay as string}
    >
      <Modal className={`${css.modal} ${css[width]}`}>
        <AriaDialog role={role} className={css.dialog as string}>
          <div className={css.head}>
            {icon}
            <Heading slot="title" level={2} className={css.title as string}>
              {title}
            </Heading>
            {isPlain && <IconButton label={commonText.close} icon={<X />} onPress={onClose} />}
          </div>
          <div className={css.body}>{children}</div>
          {actions !== undefined && <div className={css.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
