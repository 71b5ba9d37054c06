/** The frame of dashboard and notes: sidebar, the workspace's dialogs, and the page. Spec A §2.8. */
import { LAYOUT } from "@satchel/core/model/limits/limits.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import type { SensitiveEvent } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { isSidebarShown } from "@satchel/core/workspace/layout/panes.ts";
import type { StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import { activeTabOf, unsavedTabs } from "@satchel/core/workspace/tabs/tab.ts";
import { memo, Suspense, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ApprovalNotice } from "../../features/account/ApprovalNotice.tsx";
import { NeedsPasswordNotice } from "../../features/account/NeedsPasswordNotice.tsx";
import { useDropImport } from "../../features/import/use-drop-import.ts";
import { Sidebar } from "../../features/sidebar/Sidebar.tsx";
import { useFrame, useIsWide } from "../../shared/hooks/use-layout.ts";
import { useOfferedActions } from "../../shared/hooks/use-offered-actions.ts";
import { holdShortcut, runHeldShortcut, useEscape, useShortcuts } from "../../shared/hooks/use-shortcuts.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { fetchWhenIdle } from "../../shared/lazy/lazy-component.ts";
import { BandContext } from "../../shared/notices/Notice.tsx";
import { createNoticeStack, NoticeStackContext } from "../../shared/notices/notice-stack.ts";
import { StackedNotice } from "../../shared/notices/StackedNotice.tsx";
import { useGuard, useLocation, useNavigate } from "../../shared/router/router.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { holdKeys, releaseKeys } from "../../shared/typeahead/held-keys.ts";
import { useWorkspaceActions, WorkspaceActionsProvider } from "../../shared/workspace-actions.ts";
import { workspaceText } from "../../text/workspace.ts";
import { type BandQuestion, FrameContext, InnerScreen } from "../actions/frame-context.ts";
import { useActionCommands } from "../actions/use-action-commands.ts";
import { type Asking, type Question, useActions } from "../actions/use-actions.ts";
import css from "./app-frame.module.css";
import { LibraryGate } from "./LibraryGate.tsx";
import { LAZY_DIALOGS, LazyDrawer, LazyJoinSensitiveDialog, LazyQuestions, LazyRemovalDialog, LazyTargetDialog } from "./lazy-dialogs.ts";

export function AppFrame() {
  useEffect(() => fetchWhenIdle(LAZY_DIALOGS), []);
  return (
    <>
      <EarlyShortcuts />
      <LibraryGate>
        <Frame />
      </LibraryGate>
    </>
  );
}

/** Keeps shortcuts that are pressed while the notes open; FrameShortcuts runs them afterwards. */
function EarlyShortcuts() {
  const isOpen = useStore(useServices().library, ({ kind }) => kind === "open");
  const { pathname } = useLocation();
  useShortcuts((action) => {
    if (!isOpen && pathname.startsWith(PATHS.notes)) holdShortcut(action);
  });
  return null;
}

function Frame() {
  useAppearance();
  const [question, setQuestion] = useState<Question>();
  const ask = useCallback((next: Question | undefined): void => {
    if (next !== undefined && TYPED_IN.has(next.kind)) holdKeys("dialog");
    else releaseKeys("dialog");
    setQuestion(next);
  }, []);
  useEscape(question !== undefined && TYPED_IN.has(question.kind), () => ask(undefined));
  const actions = useActions({ question, ask });
  useLeaveGuard(ask);
  useImportAsked(ask);
  useSensitiveNotices();
  return (
    <WorkspaceActionsProvider value={actions}>
      <SkipLink />
      <FrameShortcuts />
      <Panes />
      <Suspense>{question !== undefined && <LazyQuestions question={question} ask={ask} />}</Suspense>
    </WorkspaceActionsProvider>
  );
}

/** Opens Settings with the import if onboarding ended so. A reload does not open it again. */
function useImportAsked(setQuestion: (question: Question) => void): void {
  const { href, state } = useLocation();
  const navigate = useNavigate();
  const isAsked = (state as { readonly opensImport?: boolean } | null)?.opensImport === true;
  useEffect(() => {
    if (!isAsked) return;
    navigate(href, { replace: true });
    setQuestion({ kind: "settings", tab: "import" });
  }, [isAsked, href, navigate, setQuestion]);
}

/** Dialogs that begin with a text field. */
const TYPED_IN: ReadonlySet<Question["kind"]> = new Set([
  "template",
  "palette",
  "folder",
  "edit-folder",
  "new-subfolder",
  "sensitive",
  "move-sensitive",
]);

/** Keys run what the palette offers on the same screen. Actions that need the tabs wait until these are restored. */
function FrameShortcuts() {
  const { tabs } = useLibrary();
  const { pathname } = useLocation();
  const offered = useOfferedActions();
  const run = useActionCommands();
  const isReady = useStore(tabs.store, ({ phase }) => phase === "ready");
  const runIfOffered = (action: ActionId): void => {
    if (action === "palette" || offered.includes(action)) run(action);
  };
  useShortcuts((action) => {
    if (isReady || !isNotes(pathname) || action === "palette" || action === "lock-sensitive") runIfOffered(action);
    else holdShortcut(action);
  });
  const latest = useRef(runIfOffered);
  latest.current = runIfOffered;
  useEffect(() => {
    if (isReady) runHeldShortcut(latest.current);
  }, [isReady]);
  return null;
}

/** First stop of the keyboard: skips sidebar and list. */
function SkipLink() {
  const handleSkip = (): void => {
    const main = document.querySelector<HTMLElement>("main");
    main?.setAttribute("tabindex", "-1");
    main?.focus();
  };
  return (
    <button type="button" className={css.skip} onClick={handleSkip}>
      {workspaceText.skipToNote}
    </button>
  );
}

/** Memoized, so that a dialog opens without rendering the page behind it. */
const Panes = memo(function Panes() {
  const { workspace, tabs } = useLibrary();
  const drop = useDropImport();
  const { openSettings } = useWorkspaceActions();
  const isPhone = useFrame() === "phone";
  const isWide = useIsWide();
  const chosen = useStore(workspace.store, (state) => state.sidebarChosen);
  const isExpanded = useStore(tabs.store, (state) => activeTabOf(state)?.isExpanded ?? false);
  const [stack] = useState(createNoticeStack);
  const notices = useMemo(() => ({ stack, isFullscreen: isExpanded }), [stack, isExpanded]);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  const [asked, setAsked] = useState<BandQuestion>();
  const close = useCallback(() => {
    releaseKeys("dialog");
    setAsked(undefined);
  }, []);
  const askAbout = (next: BandQuestion): void => {
    if (next === "join-sensitive") holdKeys("dialog", close);
    setAsked(next);
  };
  const isShown = isSidebarShown(isWide ? LAYOUT.sidebarBreakpointPx : LAYOUT.mobileBreakpointPx, chosen);
  const toggle = (): void => {
    if (isPhone) setDrawerOpen(true);
    else workspace.chooseSidebar(!isShown, innerWidth);
  };
  /** The ten seconds start after the last use. */
  const hold = (): void => {
    if (!isWide) workspace.chooseSidebar(true, innerWidth);
  };
  return (
    <FrameContext value={{ isPhone, isSidebarShown: !isPhone && isShown, toggleSidebar: toggle, askAbout }}>
      <div className={css.frame} {...drop}>
        {!isPhone && isShown && !isExpanded && (
          // biome-ignore lint/a11y/noStaticElementInteractions: any activity inside keeps it open; the element itself is not interactive
          <div className={isWide ? css.sidebar : `${css.sidebar} ${css.over}`} onPointerMove={hold} onFocus={hold} onKeyDown={hold}>
            <SidebarWithActions onHide={toggle} onChoose={() => undefined} />
          </div>
        )}
        <NoticeStackContext value={notices}>
          <BandContext value={StackedNotice}>
            <div className={css.rest}>
              <ApprovalNotice onSettings={openSettings} />
              <NeedsPasswordNotice onSettings={openSettings} />
              {useContext(InnerScreen)}
            </div>
          </BandContext>
        </NoticeStackContext>
      </div>
      <Suspense>
        {isPhone && isDrawerOpen && (
          <LazyDrawer onClose={closeDrawer}>
            <SidebarWithActions onHide={closeDrawer} onChoose={closeDrawer} />
          </LazyDrawer>
        )}
        {asked === "removal" && <LazyRemovalDialog onClose={close} />}
        {asked === "target" && <LazyTargetDialog onClose={close} />}
        {asked === "join-sensitive" && <LazyJoinSensitiveDialog onClose={close} />}
      </Suspense>
    </FrameContext>
  );
});

function SidebarWithActions({ onHide, onChoose }: { readonly onHide: () => void; readonly onChoose: () => void }) {
  const { createFolder, openPalette, openTrash, openSettings, signOut, clearLocal } = useWorkspaceActions();
  const andClose = (run: () => void) => (): void => {
    onChoose();
    run();
  };
  return (
    <Sidebar
      onHide={onHide}
      onChoose={onChoose}
      onSearch={andClose(openPalette)}
      onTrash={andClose(openTrash)}
      onCreateFolder={andClose(createFolder)}
      onSettings={andClose(openSettings)}
      onSignOut={andClose(signOut)}
      onClearLocal={andClose(clearLocal)}
    />
  );
}

/**
 * Asks before the user leaves the notes with unsaved changes. The browser's own question is in app/browser-events/page-lifecycle.ts. Spec
 * A §4 "Leaving".
 */
function useLeaveGuard(ask: Asking["ask"]): void {
  const { tabs } = useLibrary();
  const { library } = useServices();
  const { held, stay } = useGuard((from, to) => {
    const leaves = isNotes(from.pathname) && !isNotes(to.pathname);
    // The guard does not apply after sign-out.
    return leaves && library.getState().kind === "open" && unsavedTabs(tabs.store.getState()).length > 0;
  });
  useEffect(() => {
    if (held === undefined) return;
    void tabs.saveAll().then((unsaved) => {
      if (unsaved.length === 0) held.proceed();
      else ask({ kind: "unsaved", tabIds: unsaved.map((tab) => tab.id), proceed: held.proceed, stay });
    });
  }, [held, stay, tabs, ask]);
}

function isNotes(pathname: string): boolean {
  return pathname === PATHS.notes || pathname.startsWith(`${PATHS.notes}/`);
}

/**
 * Toasts when the Sensitive folder was unlocked, will lock soon, and has locked. Spec B §2 "Toasts for sensitive-folder lock/unlock", B §8,
 * B §9.
 */
function useSensitiveNotices(): void {
  const { status } = useServices();
  const { sensitive } = useLibrary();
  useEffect(() => sensitive.onEvent((event) => void status.show(toMessage(event), { subject: "sensitive" })), [sensitive, status]);
}

function toMessage(event: SensitiveEvent): StatusMessage {
  if (event.kind === "unlocked") return { id: "sensitive-unlocked" };
  if (event.kind === "ending") return { id: "sensitive-ending", secondsLeft: event.secondsLeft };
  const isOver = event.reason === "expired" || event.reason === "refused";
  return { id: isOver ? "sensitive-expired" : "sensitive-locked" };
}

/** Applies the choices of Settings, Appearance; styles/tokens.css defines them. */
function useAppearance(): void {
  const { font, size, width } = useStore(useServices().appearance.store, (all) => all);
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { noteFont: font, noteSize: size, noteWidth: width });
  }, [font, size, width]);
}
