/** A dialog over the page: traps the focus and gives it back. What is in it is the caller's. visual.md "Keyboard". */
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
  /** `alert` needs an answer: a click beside it does not close it. */
  readonly role?: "dialog" | "alertdialog";
  readonly width?: "narrow" | "normal" | "wide" | "full" | "panes";
  /** The content has its own title and close button. */
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
 * The library gives the focus back a frame after the end, and what is typed until then would go nowhere. Is in the dialog: only after the
 * library's own clean-up does the page behind take the focus.
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

/** A button that goes away takes the focus along: keys are then handled by nothing, unless the dialog in front takes them. */
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
