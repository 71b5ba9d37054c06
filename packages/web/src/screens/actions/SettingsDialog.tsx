/**
 * Settings as a dialog of tabs, each with the content of features: the tabs of the specification, and three more. Local mode has no account
 * and no drive. Spec B §2 "Settings modal", decision 0021.
 */
import {
  Archive,
  ChevronLeft,
  ChevronRight,
  Cloud,
  FileInput,
  type LucideIcon,
  Pencil,
  RefreshCw,
  Shield,
  Sparkles,
  User,
  X,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { AiSettingsPanel } from "../../features/ai/AiSettingsPanel.tsx";
import { AppearancePanel } from "../../features/appearance/AppearancePanel.tsx";
import { BackupPanel } from "../../features/backup/BackupPanel.tsx";
import { CloudStoragePanel } from "../../features/cloud-storage/CloudStoragePanel.tsx";
import { ExportPanel } from "../../features/export/ExportPanel.tsx";
import { HistorySettings } from "../../features/history/HistorySettings.tsx";
import { ImportPanel } from "../../features/import/ImportPanel.tsx";
import { ProfilePanel } from "../../features/profile/ProfilePanel.tsx";
import { SpaceUsed } from "../../features/profile/SpaceUsed.tsx";
import { SecurityPanel } from "../../features/security/SecurityPanel.tsx";
import { SensitivePanel } from "../../features/sensitive/SensitivePanel.tsx";
import { SyncPanel } from "../../features/sync/SyncPanel.tsx";
import { ConvertTagLines } from "../../features/tags/ConvertTagLines.tsx";
import { UnreadableRows } from "../../features/unreadable-rows/UnreadableRows.tsx";
import { WritingPanel } from "../../features/writing/WritingPanel.tsx";
import { useFrame, useScrollEdges } from "../../shared/hooks/use-layout.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { profileText } from "../../text/account/profile.ts";
import { securityText } from "../../text/account/security.ts";
import { cloudStorageText } from "../../text/drive/cloud-storage.ts";
import { syncText } from "../../text/drive/sync.ts";
import { aiSettingsText } from "../../text/editor/ai.ts";
import { writingText } from "../../text/editor/writing.ts";
import { commonText } from "../../text/labels.ts";
import { backupText } from "../../text/transfer/backup.ts";
import { importText } from "../../text/transfer/import.ts";
import css from "./settings-dialog.module.css";

type SettingsTab = { readonly id: string; readonly name: string; readonly Icon: LucideIcon; readonly panel: ReactNode };

const WRITING_TAB: SettingsTab = { id: "writing", name: writingText.title, Icon: Pencil, panel: <Writing /> };
const TRANSFER_TAB: SettingsTab = { id: "import", name: importText.withExport, Icon: FileInput, panel: <Transfer /> };
const cloudTabs = (parts: {
  readonly security: ReactNode;
  readonly backup: ReactNode;
  readonly onClearCaches: () => void;
}): readonly SettingsTab[] => [
  { id: "profile", name: profileText.title, Icon: User, panel: <ProfilePanel /> },
  { id: "security", name: securityText.security, Icon: Shield, panel: parts.security },
  { id: "ai", name: aiSettingsText.title, Icon: Sparkles, panel: <AiSettingsPanel /> },
  { id: "cloud-storage", name: cloudStorageText.title, Icon: Cloud, panel: <CloudStorage onClearCaches={parts.onClearCaches} /> },
  { id: "backup", name: backupText.title, Icon: Archive, panel: parts.backup },
  WRITING_TAB,
  { id: "sync", name: syncText.withDevices, Icon: RefreshCw, panel: <SyncPanel /> },
  TRANSFER_TAB,
];
const localTabs = (parts: { readonly security: ReactNode; readonly backup: ReactNode }): readonly SettingsTab[] => [
  { id: "backup", name: backupText.title, Icon: Archive, panel: parts.backup },
  { id: "security", name: securityText.security, Icon: Shield, panel: parts.security },
  WRITING_TAB,
  TRANSFER_TAB,
];
const FIRST_TAB = { cloud: "profile", local: "backup" } as const;

type SettingsDialogProps = {
  /** Initial tab; the first if undefined. A new request while the dialog is open switches to its tab. */
  readonly request: { readonly tab?: "sensitive" | "cloud-storage" | "import" };
  readonly onClose: () => void;
};

export function SettingsDialog({ request, onClose }: SettingsDialogProps) {
  const { kind } = useLibrary();
  const { clearCaches } = useWorkspaceActions();
  const isAsked = useIsAsked();
  const asked = request.tab === "sensitive" ? "security" : request.tab;
  const first = asked ?? (isAsked ? "security" : FIRST_TAB[kind]);
  const [shown, setShown] = useState<{ readonly request: object; readonly tab: string }>({ request, tab: first });
  if (shown.request !== request) setShown({ request, tab: first });
  const backup = (
    <>
      <BackupPanel onDone={onClose} />
      <HistorySettings />
      {kind === "local" && <UnreadableRows />}
      {kind === "local" && <ConvertTagLines />}
      {kind === "local" && <SpaceUsed />}
    </>
  );
  const security = <Security key={String(request.tab)} isSensitiveFirst={request.tab === "sensitive"} />;
  const tabs = kind === "cloud" ? cloudTabs({ security, backup, onClearCaches: clearCaches }) : localTabs({ security, backup });
  const isPhone = useFrame() === "phone";
  return (
    <Dialog title={securityText.settings} width="panes" isBare onClose={onClose}>
      <Tabs
        className={css.tabs as string}
        orientation={isPhone ? "horizontal" : "vertical"}
        selectedKey={shown.tab}
        onSelectionChange={(tab) => setShown({ request, tab: String(tab) })}
      >
        <div className={css.rail}>
          <h2 className={css.name}>{securityText.settings}</h2>
          <Rail tabs={tabs} selected={shown.tab} isPhone={isPhone} />
        </div>
        <div className={css.main}>
          <div className={css.head}>
            <h3 className={css.title}>{tabs.find(({ id }) => id === shown.tab)?.name}</h3>
            <IconButton label={commonText.close} icon={<X />} onPress={onClose} />
          </div>
          {tabs.map(({ id, panel }) => (
            <TabPanel key={id} id={id} className={css.panel as string}>
              {panel}
            </TabPanel>
          ))}
        </div>
      </Tabs>
    </Dialog>
  );
}

type RailProps = { readonly tabs: readonly SettingsTab[]; readonly selected: string; readonly isPhone: boolean };

/** A row of tabs that scrolls on a narrow screen; arrows show at which ends there is more. */
function Rail({ tabs, selected, isPhone }: RailProps) {
  const { scroller, ends, scroll, handleScroll } = useScrollEdges(tabs.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position in the row depends on tab and frame
  useEffect(() => {
    scroller.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selected, isPhone]);
  const step = (by: 1 | -1) => (): void => scroll(by * (scroller.current?.clientWidth ?? 0) * RAIL_STEP);
  return (
    <>
      <div ref={scroller} className={css.strip} onScroll={handleScroll}>
        <TabList aria-label={securityText.settings} className={css.list as string}>
          {tabs.map(({ id, name, Icon }) => (
            <Tab key={id} id={id} className={css.tab as string}>
              <Icon width={18} height={18} aria-hidden />
              {name}
            </Tab>
          ))}
        </TabList>
      </div>
      {ends.left && (
        <button type="button" tabIndex={-1} className={`${css.arrow} ${css.left}`} aria-label={securityText.scrollLeft} onClick={step(-1)}>
          <ChevronLeft aria-hidden />
        </button>
      )}
      {ends.right && (
        <button type="button" tabIndex={-1} className={`${css.arrow} ${css.right}`} aria-label={securityText.scrollRight} onClick={step(1)}>
          <ChevronRight aria-hidden />
        </button>
      )}
    </>
  );
}

/** Share of the row's width per step, so that the tab at the edge stays visible. */
const RAIL_STEP = 0.7;

/** `isSensitiveFirst`: the user asked for the Sensitive folder's settings, which then come before those of the account. */
function Security({ isSensitiveFirst }: { readonly isSensitiveFirst: boolean }) {
  const { kind } = useLibrary();
  const account = kind === "cloud" && <SecurityPanel />;
  return (
    <div className={css.stack}>
      {!isSensitiveFirst && account}
      <SensitivePanel />
      {isSensitiveFirst && account}
    </div>
  );
}

function Writing() {
  return (
    <div className={css.stack}>
      <WritingPanel />
      <AppearancePanel />
    </div>
  );
}

function Transfer() {
  return (
    <div className={css.stack}>
      <ImportPanel />
      <ExportPanel />
    </div>
  );
}

function CloudStorage({ onClearCaches }: { readonly onClearCaches: () => void }) {
  return (
    <>
      <UnreadableRows />
      <CloudStoragePanel onClearCaches={onClearCaches} />
      <ConvertTagLines />
    </>
  );
}

/** True if the Security tab has something for the user to do. */
function useIsAsked(): boolean {
  const { account, approvals } = useServices();
  const needsPassword = useStore(
    account.store,
    (state) => state.kind === "signed-in" && state.vault === "open" && state.needsPassword === true,
  );
  const isIncoming = useStore(approvals.store, ({ incoming }) => incoming.length > 0);
  return needsPassword || isIncoming;
}
