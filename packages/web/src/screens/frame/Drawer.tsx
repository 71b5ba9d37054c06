/** The phone's sidebar, which slides in over the page. */
import type { ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { workspaceText } from "../../text/workspace.ts";
import css from "./app-frame.module.css";

export function Drawer({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={css.scrim as string}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={css.drawer as string}>
        <Dialog className={css.drawerDialog as string} aria-label={workspaceText.menu}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
