/** The open notes as tabs. Arrow keys move, Delete closes, the middle button too. Spec A §2.10. */
import { isDirty, type Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { cutForDesktop } from "@satchel/core/workspace/tabs/tab-title.ts";
import { FilePlus2, FileText, Lock, Pencil, Plus, X } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useRef } from "react";
import { useIsSensitive } from "../../shared/hooks/use-is-sensitive.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { shortcutsText } from "../../text/shortcuts.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./tab-strip.module.css";
import { useTabTitle } from "./use-tab-labels.ts";

export function tabPanelId(tabId: string): string {
  return `panel-${tabId}`;
}

export function TabStrip() {
  const { tabs } = useLibrary();
  const { activate, closeTab, newNote } = useWorkspaceActions();
  const open = useStore(tabs.store, (state) => state.tabs);
  const activeTabId = useStore(tabs.store, (state) => state.activeTabId);

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || activeTabId === null) return;
    if (event.key === "Delete") closeTab(activeTabId);
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = (open.findIndex((tab) => tab.id === activeTabId) + step + open.length) % open.length;
    activate((open[at] as Tab).id);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
  };

  return (
    <div className={css.strip}>
      {open.length > 0 && (
        <div className={css.tabs} role="tablist" aria-label={workspaceText.openTabs} onKeyDown={handleKeyDown}>
          {open.map((tab) => (
            <TabHandle key={tab.id} tab={tab} isActive={tab.id === activeTabId} onActivate={activate} onClose={closeTab} />
          ))}
        </div>
      )}
      <IconButton label={workspaceText.newNote} icon={<Plus />} keys={shortcutsText.newNote} onPress={newNote} />
    </div>
  );
}

type TabHandleProps = {
  readonly tab: Tab;
  readonly isActive: boolean;
  readonly onActivate: (tabId: string) => void;
  readonly onClose: (tabId: string) => void;
};

const ICONS = { view: FileText, edit: Pencil, new: FilePlus2 } as const;

const TabHandle = memo(function TabHandle({ tab, isActive, onActivate, onClose }: TabHandleProps) {
  const title = useTabTitle(tab);
  const dirty = isDirty(tab);
  const Icon = useIsSensitive(tab) ? Lock : ICONS[tab.type];
  const handle = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const strip = handle.current?.parentElement;
    if (!isActive || strip === null || strip === undefined) return undefined;
    const show = () => handle.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
    show();
    // The strip shrinks with the window and with the list beside it.
    const watcher = new ResizeObserver(show);
    watcher.observe(strip);
    return () => watcher.disconnect();
  }, [isActive]);
  const handleClose = (event: MouseEvent): void => {
    event.stopPropagation();
    onClose(tab.id);
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
      onClick={() => onActivate(tab.id)}
      onKeyDown={(event) => {
        if (event.key === "Enter" || event.key === " ") onActivate(tab.id);
      }}
      onMouseDown={(event) => {
        if (event.button === 1) event.preventDefault();
      }}
      onAuxClick={(event) => {
        if (event.button === 1) handleClose(event);
      }}
    >
      <Icon width={16} height={16} aria-hidden />
      <span className={css.title} aria-hidden>
        {cutForDesktop(title)}
      </span>
      <span className="visually-hidden">{dirty ? `${title}, ${workspaceText.unsaved}` : title}</span>
      {/* For the mouse only: by keyboard a tab is closed with Delete, and a tab may hold nothing else to focus. */}
      <span
        className={dirty ? `${css.close} ${css.dirty}` : css.close}
        aria-hidden
        title={workspaceText.closeTab(title)}
        onClick={handleClose}
      >
        <X width={14} height={14} />
      </span>
    </div>
  );
});
