/** How and when to sync: autoSync, syncInterval, conflictResolutionStrategy. Spec B §3 "Sync state", decision 0004. */

import { SYNC } from "@satchel/core/model/limits/limits.ts";
import { STRATEGIES } from "@satchel/core/sync/conflicts/conflict-records.ts";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { SelectField } from "../../shared/forms/SelectField.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import words from "../../shared/ui/words.module.css";
import { strategyText, syncText } from "../../text/drive/sync.ts";
import css from "./sync-panel.module.css";

const MINUTE_MS = 60_000;
const INTERVALS = SYNC.intervalChoicesMs.map((ms) => ({ value: String(ms), name: syncText.every(ms / MINUTE_MS) }));
const STRATEGY_OPTIONS = STRATEGIES.map((value) => ({ value, name: strategyText[value].name }));

export function SyncChoices() {
  const { syncSettings } = useLibrary();
  const { autoSync, syncIntervalMs, conflictResolutionStrategy } = useStore(syncSettings.store, (state) => state);
  return (
    <section className={css.part} aria-label={syncText.autoSync}>
      <Checkbox isSelected={autoSync} onChange={(chosen) => syncSettings.choose({ autoSync: chosen })}>
        <span className={css.choice}>
          <span className={words.strong}>{syncText.autoSync}</span>
          <span className={words.detail}>{syncText.autoSyncHint}</span>
        </span>
      </Checkbox>
      {autoSync && (
        <SelectField
          label={syncText.interval}
          value={String(syncIntervalMs)}
          options={INTERVALS}
          hint={syncText.intervalHint}
          onChange={(value) => syncSettings.choose({ syncIntervalMs: Number(value) })}
        />
      )}
      <SelectField
        label={syncText.strategy}
        value={conflictResolutionStrategy}
        options={STRATEGY_OPTIONS}
        hint={strategyText[conflictResolutionStrategy].hint}
        onChange={(value) => syncSettings.choose({ conflictResolutionStrategy: value })}
      />
    </section>
  );
}
