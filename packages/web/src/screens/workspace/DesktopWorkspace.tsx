/** The frame of a wide window: list, its resizer, and tabs above the note. visual.md "Frame", spec A §2.8. */
import { activeTabOf } from "@satchel/core/workspace/tabs/tab.ts";
import { Menu as MenuIcon, PanelLeft } from "lucide-react";
import { memo, type RefObject, useContext, useEffect, useRef } from "react";
import { BackupBand } from "../../features/backup/BackupBand.tsx";
import { ConnectionDot, SyncButton } from "../../features/header/ConnectionStatus.tsx";
import { MoreMenu } from "../../features/header/MoreMenu.tsx";
import { NoteListPane } from "../../features/note-list/NoteListPane.tsx";
import { TabStrip } from "../../features/note-tabs/TabStrip.tsx";
import { Notices } from "../../features/notices/Notices.tsx";
import { SensitiveTimer } from "../../features/sensitive/SensitiveTimer.tsx";
import { ShortcutBubble } from "../../features/shortcuts/ShortcutBubble.tsx";
import { SyncNotices } from "../../features/sync/SyncNotices.tsx";
import { useIsWide } from "../../shared/hooks/use-layout.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { workspaceText } from "../../text/workspace.ts";
import { FrameContext } from "../actions/frame-context.ts";
import { useActionCommands } from "../actions/use-action-commands.ts";
import { ListResizer } from "./ListResizer.tsx";
import { PanelsHost } from "./PanelsHost.tsx";
import type { FrameProps } from "./use-address.ts";
import { useLockedFolder } from "./use-list-state.tsx";
import css from "./workspace.module.css";

/** Memoized, so that another note renders its own page and row alone. */
export const DesktopWorkspace = memo(function DesktopWorkspace({ searchFocusKey, panels }: FrameProps) {
  const { workspace, tabs } = useLibrary();
  const { showRecoveryKey } = useWorkspaceActions();
  const { askAbout } = useContext(FrameContext);
  const isListShown = useStore(workspace.store, (state) => state.isListShown);
  const width = useStore(workspace.store, (state) => state.listWidthPx);
  const isExpanded = useStore(tabs.store, (state) => activeTabOf(state)?.isExpanded ?? false);
  const main = useToastPosition();
  const lockedFolder = useLockedFolder();
  return (
    <div className={css.desktop}>
      {isListShown && !isExpanded && (
        <section className={css.list} style={{ width }} aria-label={workspaceText.list}>
          <NoteListPane isPhone={false} searchFocusKey={searchFocusKey} rowsReplacement={lockedFolder} />
          <ListResizer />
        </section>
      )}
      <main ref={main} className={css.main}>
        <h1 className="visually-hidden">{workspaceText.notes}</h1>
        {!isExpanded && (
          <div className={css.bar}>
            <Header />
          </div>
        )}
        <Notices onRecoveryKey={showRecoveryKey} onTarget={() => askAbout("target")} onJoinSensitive={() => askAbout("join-sensitive")} />
        <SyncNotices onRemoval={() => askAbout("removal")} />
        <BackupBand />
        <PanelsHost panels={panels} />
        {!isExpanded && <ShortcutBubble />}
      </main>
    </div>
  );
});

function Header() {
  const { workspace, kind } = useLibrary();
  const { isSidebarShown, toggleSidebar } = useContext(FrameContext);
  const isWide = useIsWide();
  const isListShown = useStore(workspace.store, (state) => state.isListShown);
  const run = useActionCommands();
  return (
    <header className={css.header}>
      {/* The button stays while the sidebar covers the page, so that the next one does not move under the pointer. */}
      {(!isSidebarShown || !isWide) && (
        <IconButton
          label={isSidebarShown ? workspaceText.closeSidebar : workspaceText.showSidebar}
          icon={<MenuIcon />}
          onPress={toggleSidebar}
        />
      )}
      <IconButton
        label={isListShown ? workspaceText.hideList : workspaceText.showList}
        icon={<PanelLeft />}
        onPress={workspace.toggleList}
      />
      <TabStrip />
      <SensitiveTimer />
      {kind === "cloud" && (
        <>
          <ConnectionDot withLabel />
          <SyncButton isPhone={false} />
        </>
      )}
      <MoreMenu onAction={run} />
    </header>
  );
}

/** Exposes where the page beside list and sidebar begins, so that toasts are centered in it and do not cover list rows. styles/base.css. */
const LEFT = "--toasts-left";

function useToastPosition(): RefObject<HTMLElement | null> {
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = page.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    const watcher = new ResizeObserver(() => style.setProperty(LEFT, `${element.getBoundingClientRect().left}px`));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      style.removeProperty(LEFT);
    };
  }, []);
  return page;
}
