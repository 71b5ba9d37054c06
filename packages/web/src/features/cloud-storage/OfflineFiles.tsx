/** All attachments on this device: the setting, progress, and what it waits for. Decision 0005, sync.md §11. */
import type { OfflineFilesState, OfflineFiles as Service } from "@satchel/core/library/attachments/offline-files-service.ts";
import { useEffect } from "react";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { offlineFilesText } from "../../text/drive/offline-files.ts";
import css from "./cloud-storage.module.css";

export function OfflineFiles({ offlineFiles }: { readonly offlineFiles: Service }) {
  const state = useStore(offlineFiles.store, (each) => each);
  useEffect(() => void offlineFiles.look(), [offlineFiles]);
  return (
    <Section title={offlineFilesText.title} sentence={offlineFilesText.sentence(useStorageLabel())}>
      <Checkbox isSelected={state.isOn} onChange={(isOn) => void offlineFiles.choose(isOn)}>
        {offlineFilesText.keep}
      </Checkbox>
      <Count state={state} />
    </Section>
  );
}

function Count({ state }: { readonly state: OfflineFilesState }) {
  const { isOn, here, all } = state;
  const storage = useStorageLabel();
  return (
    <div className={css.section}>
      <p className={css.row} role="status">
        {offlineFilesText.count(state)}
      </p>
      {isOn && all > 0 && <Bar label={offlineFilesText.title} percent={Math.floor((here / all) * 100)} />}
      {offlineFilesText.details(state, storage).map((sentence) => (
        <p key={sentence} className={css.meta}>
          {sentence}
        </p>
      ))}
    </div>
  );
}
