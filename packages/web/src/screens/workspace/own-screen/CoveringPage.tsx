/** A screen that covers list and note: title, back button and content. Takes the focus, and returns it. */
import { ChevronLeft, Menu } from "lucide-react";
import { type ReactNode, useContext, useEffect, useRef } from "react";
import { useKeptFocus } from "../../../shared/hooks/use-kept-focus.ts";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { trashText } from "../../../text/notes/trash.ts";
import { workspaceText } from "../../../text/workspace.ts";
import { FrameContext } from "../../actions/frame-context.ts";
import css from "./covering-page.module.css";

type CoveringPageProps = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode };

export function CoveringPage({ title, onClose, children }: CoveringPageProps) {
  const { isPhone, isSidebarShown, toggleSidebar } = useContext(FrameContext);
  const page = useRef<HTMLElement>(null);
  useKeptFocus(page);
  useEffect(() => {
    const before = document.activeElement;
    page.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <main ref={page} tabIndex={-1} className={css.page} aria-label={title}>
      <header className={css.header}>
        {!isPhone && !isSidebarShown && <IconButton label={workspaceText.showSidebar} icon={<Menu />} onPress={toggleSidebar} />}
        <IconButton label={trashText.backToNotes} icon={<ChevronLeft />} onPress={onClose} />
        <h1 className={css.title}>{title}</h1>
        {isPhone && <IconButton label={workspaceText.menu} icon={<Menu />} onPress={toggleSidebar} />}
      </header>
      <div className={css.contents}>{children}</div>
    </main>
  );
}
