/** Settings as a dialog of tabs, each the content of a feature. Local mode has only Backup and Restore. Spec B §2 "Settings modal". */
import { Settings } from "lucide-react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { AiSettingsPanel } from "../features/ai/AiSettingsPanel.tsx";
import { BackupPanel } from "../features/backup/BackupPanel.tsx";
import { CloudStoragePanel } from "../features/cloud-storage/CloudStoragePanel.tsx";
import { SecurityPanel } from "../features/security/SecurityPanel.tsx";
import { SyncPanel } from "../features/sync/SyncPanel.tsx";
import { useLibrary } from "../shared/services.ts";
import { Dialog } from "../shared/ui/Dialog.tsx";
import { aiSettingsText } from "../text/ai.ts";
import { backupText } from "../text/backup.ts";
import { cloudStorageText } from "../text/connection.ts";
import { securityText } from "../text/security.ts";
import { syncText } from "../text/sync.ts";
import css from "./settings-dialog.module.css";

const BACKUP_TAB = { id: "backup", name: backupText.title, panel: <BackupPanel /> } as const;
const CLOUD_TABS = [
  { id: "security", name: securityText.security, panel: <SecurityPanel /> },
  { id: "ai", name: aiSettingsText.title, panel: <AiSettingsPanel /> },
  { id: "cloud-storage", name: cloudStorageText.title, panel: <CloudStoragePanel /> },
  { id: "sync", name: syncText.title, panel: <SyncPanel /> },
  BACKUP_TAB,
] as const;

export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { kind } = useLibrary();
  const tabs = kind === "cloud" ? CLOUD_TABS : [BACKUP_TAB];
  return (
    <Dialog title={securityText.settings} width="wide" icon={<Settings width={20} height={20} aria-hidden />} onClose={onClose}>
      <Tabs className={css.tabs as string}>
        <TabList aria-label={securityText.settings} className={css.list as string}>
          {tabs.map(({ id, name }) => (
            <Tab key={id} id={id} className={css.tab as string}>
              {name}
            </Tab>
          ))}
        </TabList>
        {tabs.map(({ id, panel }) => (
          <TabPanel key={id} id={id} className={css.panel as string}>
            {panel}
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}
