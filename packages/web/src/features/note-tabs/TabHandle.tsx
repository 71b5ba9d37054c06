/** A tab: its note, whether it is edited and unsaved, its close button and its menu. Spec A §2.10. */
import { isDirty, type Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { cutForDesktop } from "@satchel/core/workspace/tabs/tab-title.ts";
import { Lock, Pencil, X, XCircle } from "lucide-react";
import { type MouseEvent, memo, type RefObject, useEffect, useRef, useState } from "react";
import { useIsSensitive } from "../../shared/hooks/use-notes.ts";
import { MenuItem } from "../../shared/menus/Menu.tsx";
import { type Point, PointMenu } from "../../shared/menus/PointMenu.tsx";
import { useLibrary } from "../../shared/services.ts";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { menuActionText } from "../../text/actions/actions.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./tab-strip.module.css";
import { tabPanelId, useTabTitle, withoutPrefix } from "./use-tab-labels.ts";

type TabHandleProps = {
  readonly tab: Tab;
  readonly isActive: boolean;
  readonly isOnly: boolean;
  readonly onActivate: (tabId: string) => void;
  readonly onClose: (tabId: string) => void;
};

/** Keeps the active tab in view, even when the strip shrinks. */
function useScrollIntoStrip(handle: RefObject<HTMLDivElement | null>, isActive: boolean): void {
  useEffect(() => {
    const strip = handle.current?.parentElement;
    if (!isActive || strip === null || strip === undefined) return undefined;
    // The observer reports its first size before the next paint, when the browser has laid out the page anyway.
    const watcher = new ResizeObserver(() => handle.current?.scrollIntoView({ block: "nearest", inline: "nearest" }));
    watcher.observe(strip);
    return () => watcher.disconnect();
  }, [handle, isActive]);
}

export const TabHandle = memo(function TabHandle({ tab, isActive, isOnly, onActivate, onClose }: TabHandleProps) {
  const title = useTabTitle(tab);
  const [menuAt, setMenuAt] = useState<Point>();
  const dirty = isDirty(tab);
  const { tabs } = useLibrary();
  const isSensitive = useIsSensitive(tab);
  // Most tabs need no icon, and their titles need the space. Only with the Save button is an edited note a tab of its own. Decision 0042.
  const Icon = isSensitive ? Lock : tab.type === "edit" && !tabs.savesAutomatically() ? Pencil : undefined;
  const handle = useRef<HTMLDivElement>(null);
  useScrollIntoStrip(handle, isActive);
  /** True if the press has shown the note, so that the click after it need not. */
  const wasShown = useRef(false);
  const handleClose = (event: MouseEvent): void => {
    event.stopPropagation();
    onClose(tab.id);
  };
  const handleContextMenu = (event: MouseEvent<HTMLElement>): void => {
    event.preventDefault();
    // A menu opened by keyboard has no pointer position, so it opens at the tab.
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    setMenuAt(event.clientX === 0 && event.clientY === 0 ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY });
  };
  return (
    <div
      ref={handle}
      role="tab"
      aria-selected={isActive}
      aria-controls={isActive ? tabPanelId(tab.id) : undefined}
      tabIndex={isActive ? 0 : -1}
      title={title}
      className={isActive ? `${css.tab} ${css.active}` : css.tab}
      onClick={() => {
        if (!isActive || !wasShown.current) onActivate(tab.id);
        wasShown.current = false;
      }}
      onContextMenu={handleContextMenu}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") onActivate(tab.id);
      }}
      onMouseDown={(event) => {
        if (event.button === 1) event.preventDefault();
        if (event.button !== 0) return;
        // As in a browser, the note is there before the button is released.
        wasShown.current = !isActive;
        if (isActive) return;
        blurTab(document.activeElement);
        onActivate(tab.id);
      }}
      onAuxClick={(event) => {
        if (event.button === 1) handleClose(event);
      }}
    >
      {Icon !== undefined && <Icon width={14} height={14} aria-hidden />}
      <span className={css.title} aria-hidden>
        {cutForDesktop(tab.type === "edit" ? withoutPrefix(title) : title)}
      </span>
      <span className="visually-hidden">{dirty ? `${title}, ${workspaceText.unsaved}` : title}</span>
      {/* For the mouse only: by keyboard, Delete closes a tab, and a tab must not contain another focusable element. */}
      <span
        className={dirty ? `${css.close} ${css.dirty}` : css.close}
        aria-hidden
        title={workspaceText.closeTab(title)}
        onMouseDown={(event) => event.stopPropagation()}
        onClick={handleClose}
      >
        <X width={14} height={14} />
      </span>
      {menuAt !== undefined && (
        <TabMenu tabId={tab.id} title={title} isOnly={isOnly} at={menuAt} onCloseTab={onClose} onClose={() => setMenuAt(undefined)} />
      )}
    </div>
  );
});

/** Called before the browser moves the focus to the pressed tab: it lays out the page when a focused element's tabindex changes. */
function blurTab(focused: Element | null): void {
  if (focused?.role === "tab") (focused as HTMLElement).blur();
}

type TabMenuProps = {
  readonly tabId: string;
  readonly title: string;
  readonly isOnly: boolean;
  readonly at: Point;
  readonly onCloseTab: (tabId: string) => void;
  readonly onClose: () => void;
};

function TabMenu({ tabId, title, isOnly, at, onCloseTab, onClose }: TabMenuProps) {
  const { closeOthers, closeAll } = useWorkspaceActions();
  return (
    <PointMenu label={title} at={at} onClose={onClose}>
      <MenuItem label={menuActionText["close-tab"]} icon={<X />} onAction={() => onCloseTab(tabId)} />
      <MenuItem label={menuActionText["close-other-tabs"]} icon={<X />} isDisabled={isOnly} onAction={() => closeOthers(tabId)} />
      <MenuItem label={menuActionText["close-all-tabs"]} icon={<XCircle />} onAction={closeAll} />
    </PointMenu>
  );
}
