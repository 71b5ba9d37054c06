/** The open notes as tabs: they shrink together, then scroll, with a list of all. Arrow keys move, Delete closes. Spec A §2.10. */
import type { Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { ChevronDown, ChevronLeft, ChevronRight, FileText, Pencil, Plus } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useScrollEdges } from "../../shared/hooks/use-layout.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Menu, MenuItem } from "../../shared/menus/Menu.tsx";
import { useLibrary } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { shortcutsText } from "../../text/actions/shortcuts.ts";
import { workspaceText } from "../../text/workspace.ts";
import { TabHandle } from "./TabHandle.tsx";
import css from "./tab-strip.module.css";
import { useTabTitle } from "./use-tab-labels.ts";

const SCROLL_STEP_PX = 240;

export function TabStrip() {
  const { tabs } = useLibrary();
  const { activate, closeTab, newNote } = useWorkspaceActions();
  const open = useStore(tabs.store, (state) => state.tabs);
  const activeTabId = useStore(tabs.store, (state) => state.activeTabId);
  const { scroller, ends, scroll, handleScroll } = useScrollEdges(open.length);
  const overflows = ends.left || ends.right;

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
      {overflows && <Arrow side="left" isOff={!ends.left} onPress={() => scroll(-SCROLL_STEP_PX)} />}
      {open.length > 0 && (
        <div
          ref={scroller}
          className={css.tabs}
          role="tablist"
          aria-label={workspaceText.openTabs}
          onScroll={handleScroll}
          onKeyDown={handleKeyDown}
        >
          {open.map((tab) => (
            <TabHandle
              key={tab.id}
              tab={tab}
              isActive={tab.id === activeTabId}
              isOnly={open.length === 1}
              onActivate={activate}
              onClose={closeTab}
            />
          ))}
        </div>
      )}
      {overflows && (
        <>
          <Arrow side="right" isOff={!ends.right} onPress={() => scroll(SCROLL_STEP_PX)} />
          <Menu
            label={workspaceText.openTabs}
            trigger={(opens) => <IconButton {...opens} label={workspaceText.allTabs(open.length)} icon={<ChevronDown />} />}
          >
            {open.map((tab) => (
              <TabItem key={tab.id} tab={tab} onActivate={activate} />
            ))}
          </Menu>
        </>
      )}
      <IconButton label={workspaceText.newNote} icon={<Plus />} keys={shortcutsText.newNote} onPress={newNote} />
    </div>
  );
}

function TabItem({ tab, onActivate }: { readonly tab: Tab; readonly onActivate: (tabId: string) => void }) {
  return <MenuItem label={useTabTitle(tab)} icon={tab.type === "view" ? <FileText /> : <Pencil />} onAction={() => onActivate(tab.id)} />;
}

type ArrowProps = { readonly side: "left" | "right"; readonly isOff: boolean; readonly onPress: () => void };

/** For the pointer only: by keyboard, the strip follows the focused tab. */
function Arrow({ side, isOff, onPress }: ArrowProps) {
  return (
    <button type="button" tabIndex={-1} aria-hidden disabled={isOff} className={css.arrow} onClick={onPress}>
      {side === "left" ? <ChevronLeft /> : <ChevronRight />}
    </button>
  );
}
