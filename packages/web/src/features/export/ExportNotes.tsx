/** Chooses a format, exports with progress, and reports losses. */
import type { ExportScope, ExportService } from "@satchel/core/transfer/export/export-service-types.ts";
import { useEffect, useState } from "react";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import css from "../../shared/ui/transfer-panel.module.css";
import { commonText } from "../../text/labels.ts";
import { exportProblem, exportsText } from "../../text/transfer/exports.ts";
import { ChooseFormat, type ExportingProps } from "./ChooseFormat.tsx";
import { ExportedNotes } from "./ExportedNotes.tsx";

export function ExportNotes({ scope }: { readonly scope: ExportScope }) {
  const { exports: open } = useLibrary();
  const [service, setService] = useState<ExportService | "failed">();
  useEffect(() => void open().then(setService, () => setService("failed")), [open]);
  if (service === "failed") return <Problem sentence={commonText.notLoaded} />;
  return service === undefined ? <DelayedSpinner /> : <Exporting service={service} scope={scope} />;
}

function Exporting({ service, scope }: ExportingProps) {
  const state = useStore(service.store, (each) => each);
  // Work in progress continues; a finished state is not shown again.
  useEffect(() => () => service.reset(), [service]);
  switch (state.kind) {
    case "exporting":
      return <Progress service={service} done={state.done} total={state.total} />;
    case "exported":
      return <ExportedNotes state={state} onAgain={() => service.reset()} />;
    default:
      return (
        <div className={css.panel}>
          {state.kind === "failed" && <Problem sentence={exportProblem(state.problem)} />}
          {state.kind === "cancelled" && <p role="status">{exportsText.cancelled}</p>}
          <ChooseFormat service={service} scope={scope} />
        </div>
      );
  }
}

type ProgressProps = { readonly service: ExportService; readonly done: number; readonly total: number };

function Progress({ service, done, total }: ProgressProps) {
  const label = exportsText.exporting(done, total);
  return (
    <div className={css.panel}>
      <p className={css.label} role="status">
        {label}
      </p>
      <Bar label={label} percent={total === 0 ? 0 : Math.round((done / total) * 100)} />
      <div>
        <Button label={exportsText.cancel} size="small" onPress={() => service.cancel()} />
      </div>
    </div>
  );
}
