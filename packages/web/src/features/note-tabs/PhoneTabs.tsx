/** The open notes at the bottom of a phone, titles cut at ten characters, a dot for unsaved changes. Spec A §2.8 "Mobile". */
import { isDirty, type Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { cutForPhone } from "@satchel/core/workspace/tabs/tab-title.ts";
import { useEffect, useRef } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./phone-tabs.module.css";
import { useTabTitle, withoutPrefix } from "./use-tab-labels.ts";

export function PhoneTabs({ isContentShown }: { readonly isContentShown: boolean }) {
  const { tabs } = useLibrary();
  const open = useStore(tabs.store, (state) => state.tabs);
  const activeTabId = useStore(tabs.store, (state) => state.activeTabId);
  if (open.length === 0) return null;
  return (
    <nav className={css.bar} aria-label={workspaceText.openTabs}>
      {open.map((tab) => (
        <PhoneTab key={tab.id} tab={tab} isActive={isContentShown && tab.id === activeTabId} />
      ))}
    </nav>
  );
}

function PhoneTab({ tab, isActive }: { readonly tab: Tab; readonly isActive: boolean }) {
  const { activate } = useWorkspaceActions();
  const title = useTabTitle(tab);
  const dirty = isDirty(tab);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) button.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isActive]);
  return (
    <button
      ref={button}
      type="button"
      aria-current={isActive ? "page" : undefined}
      className={isActive ? `${css.tab} ${css.active}` : css.tab}
      onClick={() => activate(tab.id)}
    >
      <span aria-hidden>{cutForPhone(withoutPrefix(title))}</span>
      <span className="visually-hidden">{dirty ? `${title}, ${workspaceText.unsaved}` : title}</span>
      {dirty && <span className={css.dot} aria-hidden />}
    </button>
  );
}
