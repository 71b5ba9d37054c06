/**
 * How much history this device keeps: everything, or thinned old versions. Shows what thinning frees before it can be chosen. Decision
 * 0035.
 */
import type { ThinningService } from "@satchel/core/library/history/thinning/thinning-service-types.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import { useEffect, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { commonText } from "../../text/labels.ts";
import { historySettingsText } from "../../text/notes/history/history-settings.ts";
import { pastText } from "../../text/notes/past.ts";
import css from "./history-settings.module.css";

export function HistorySettings() {
  const { history: open } = useLibrary();
  const [thinning, setThinning] = useState<ThinningService | "failed">();
  useEffect(() => {
    open().then(
      (opened) => setThinning(opened.thinning),
      () => setThinning("failed"),
    );
  }, [open]);
  if (thinning === undefined) return null;
  if (thinning === "failed") return <p role="alert">{commonText.notLoaded}</p>;
  return <Choice thinning={thinning} />;
}

function Choice({ thinning }: { readonly thinning: ThinningService }) {
  const { isThinned, work, measure } = useStore(thinning.store, (state) => state);
  const { openPast } = useWorkspaceActions();
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<string>();
  useEffect(() => () => thinning.cancel(), [thinning]);
  const after = <Value,>(result: Result<Value, StoreProblem>, sentence: (value: Value) => string | undefined): void => {
    const problem = result.ok || result.problem.kind !== "storage-full" ? historySettingsText.failed : historySettingsText.full;
    setDone(result.ok ? sentence(result.value) : problem);
  };
  const handleMeasure = async (): Promise<void> => after(await thinning.measure(), () => undefined);
  const handleThin = async (): Promise<void> => {
    setAsking(false);
    after(await thinning.thin(), historySettingsText.done);
    void thinning.measure();
  };
  return (
    <Section title={historySettingsText.title} sentence={isThinned ? historySettingsText.thinned : historySettingsText.sentence}>
      {measure !== undefined && (
        <p className={css.fact}>{measure.all.versions === 0 ? historySettingsText.none : historySettingsText.measured(measure)}</p>
      )}
      <p className={css.done} role="status">
        {done}
      </p>
      {work !== undefined && (
        <div className={css.progress}>
          <span>{`${historySettingsText.working[work.kind]}: ${historySettingsText.progress(work.done, work.of)}`}</span>
          <Bar label={historySettingsText.working[work.kind]} percent={Math.round((work.done / work.of) * 100)} />
          <Button label={commonText.cancel} size="small" onPress={() => thinning.cancel()} />
        </div>
      )}
      {work === undefined && (
        <div className={css.row}>
          {measure === undefined && <Button label={historySettingsText.measure} onPress={() => void handleMeasure()} />}
          {measure !== undefined && measure.dropped.versions > 0 && (
            <Button label={historySettingsText.thin} tone="danger-quiet" onPress={() => setAsking(true)} />
          )}
          {isThinned && <Button label={historySettingsText.keepAll} onPress={() => thinning.keepAll()} />}
        </div>
      )}
      <div className={css.row}>
        <Button label={pastText.inSettings} onPress={openPast} />
      </div>
      {isAsking && measure !== undefined && (
        <ConfirmDialog
          variant="danger"
          title={historySettingsText.question}
          message={historySettingsText.consequence(measure)}
          confirm={historySettingsText.confirm}
          onConfirm={() => void handleThin()}
          onCancel={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
