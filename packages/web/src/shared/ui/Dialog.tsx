/** A dialog over the page: traps the focus and returns it. The caller supplies the content. visual.md "Keyboard". */
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { commonText } from "../../text/labels.ts";
import css from "./dialog.module.css";
import { IconButton } from "./IconButton.tsx";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly icon?: ReactNode;
  /** An `alertdialog` requires a decision: a click outside does not close it. */
  readonly role?: "dialog" | "alertdialog";
  readonly width?: "narrow" | "normal" | "wide" | "full" | "panes";
  /** True if the content has its own title and close button. */
  readonly isBare?: boolean;
};

export function Dialog({ title, onClose, children, actions, icon, role = "dialog", width = "narrow", isBare = false }: DialogProps) {
  const isPlain = role === "dialog";
  const dialog = useRef<HTMLElement>(null);
  const opener = useRef(document.activeElement);
  useUnfocusedKeys(dialog, onClose);
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
        {isBare ? (
          <AriaDialog ref={dialog} role={role} className={css.bare as string} aria-label={title}>
            {children}
            <FocusBack opener={opener} />
          </AriaDialog>
        ) : (
          <AriaDialog ref={dialog} role={role} className={css.dialog as string}>
            <div className={css.head}>
              {icon}
              <Heading slot="title" level={2} className={css.title as string}>
                {title}
              </Heading>
              {isPlain && <IconButton label={commonText.close} icon={<X />} onPress={onClose} />}
            </div>
            <div className={css.body}>{children}</div>
            {actions !== undefined && <div className={css.actions}>{actions}</div>}
            <FocusBack opener={opener} />
          </AriaDialog>
        )}
      </Modal>
    </ModalOverlay>
  );
}

/**
 * Returns the focus at once: the library does so one frame after closing, and keys typed until then would be lost. Rendered inside the
 * dialog, because the page can take the focus only after the library's clean-up.
 */
function FocusBack({ opener }: { readonly opener: RefObject<Element | null> }) {
  useEffect(
    () => () => {
      if (isOutOfReach(document.activeElement)) (opener.current as HTMLElement | null)?.focus({ preventScroll: true });
    },
    [opener],
  );
  return null;
}

/** Handles keys in the front dialog after the focused button was removed, because no element receives them then. */
function useUnfocusedKeys(dialog: RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const handleKeyDown = ({ key }: KeyboardEvent): void => {
      if (!isOutOfReach(document.activeElement) || isOutOfReach(dialog.current)) return;
      if (key === "Escape") onClose();
      else dialog.current?.focus();
    };
    document.addEventListener("keydown", handleKeyDown, true);
    return () => document.removeEventListener("keydown", handleKeyDown, true);
  }, [dialog, onClose]);
}

function isOutOfReach(element: Element | null): boolean {
  return element === null || element === document.body || element.closest('[inert], [aria-hidden="true"]') !== null;
}
