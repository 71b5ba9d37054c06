/** Settings as a dialog of tabs, each the content of a feature. Security and Cloud Storage have their places here. Spec B §2 "Settings modal". */
import { Settings } from "lucide-react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { AiSettingsPanel } from "../features/ai/AiSettingsPanel.tsx";
import { CloudStoragePanel } from "../features/cloud-storage/CloudStoragePanel.tsx";
import { SecurityPanel } from "../features/security/SecurityPanel.tsx";
import { SyncPanel } from "../features/sync/SyncPanel.tsx";
import { Dialog } from "../shared/ui/Dialog.tsx";
import { aiSettingsText } from "../text/ai.ts";
import { cloudStorageText } from "../text/connection.ts";
import { securityText } from "../text/security.ts";
import { syncText } from "../text/sync.ts";
import css from "./settings-dialog.module.css";

const TABS = [
  { id: "security", name: securityText.security, panel: <SecurityPanel /> },
  { id: "ai", name: aiSettingsText.title, panel: <AiSettingsPanel /> },
  { id: "cloud-storage", name: cloudStorageText.title, panel: <CloudStoragePanel /> },
  { id: "sync", name: syncText.title, panel: <SyncPanel /> },
] as const;

export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={securityText.settings} width="wide" icon={<Settings width={20} height={20} aria-hidden />} onClose={onClose}>
      <Tabs className={css.tabs as string}>
        <TabList aria-label={securityText.settings} className={css.list as string}>
          {TABS.map(({ id, name }) => (
            <Tab key={id} id={id} className={css.tab as string}>
              {name}
            </Tab>
          ))}
        </TabList>
        {TABS.map(({ id, panel }) => (
          <TabPanel key={id} id={id} className={css.panel as string}>
            {panel}
          </TabPanel>
        ))}
      </Tabs>
    </Dialog>
  );
}
