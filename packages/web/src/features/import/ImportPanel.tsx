/** Import: chooses exports of other programs, shows their content before anything is written, and imports their notes. */
import type { ImportState } from "@satchel/core/transfer/import/import-service-types.ts";
import { useEffect } from "react";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import css from "../../shared/ui/transfer-panel.module.css";
import { importFailed, importText } from "../../text/transfer/import.ts";
import { ChooseSource } from "./ChooseSource.tsx";
import { FoundNotes } from "./FoundNotes.tsx";
import { ImportedNotes } from "./ImportedNotes.tsx";
import { UnfinishedImport } from "./UnfinishedImport.tsx";
import { useUndoImport } from "./use-undo-import.ts";

export function ImportPanel() {
  const { imports } = useLibrary();
  const state = useStore(imports.store, (each) => each);
  // Work in progress continues; a finished state is reset for the next visit.
  useEffect(() => void imports.look(), [imports]);
  useEffect(() => () => void (isBusy(imports.store.getState()) || imports.reset()), [imports]);
  return (
    <Section title={importText.sectionTitle} sentence={importText.sentence}>
      <div className={css.panel}>{panelOf(state)}</div>
    </Section>
  );
}

function isBusy({ kind }: ImportState): boolean {
  return kind === "scanning" || kind === "importing" || kind === "undoing" || kind === "imported";
}

function panelOf(state: ImportState) {
  switch (state.kind) {
    case "scanning":
      return <Working label={importText.scanning(state.notes)} />;
    case "found":
      return <FoundNotes found={state.found} />;
    case "importing":
      return (
        <Working label={importText.importing(state.done, state.total)} done={state.done} total={state.total} hint={importText.resume} />
      );
    case "imported":
      return <ImportedNotes outcome={state.outcome} />;
    case "undoing":
      return <p role="status">{importText.undoing}</p>;
    case "unfinished":
      return <UnfinishedImport unfinished={state.unfinished} isOther={state.isOther} />;
    default:
      return (
        <>
          <Ended state={state} />
          {state.kind === "failed" && state.unfinished !== undefined ? (
            <UnfinishedImport unfinished={state.unfinished} />
          ) : (
            <ChooseSource />
          )}
        </>
      );
  }
}

function Ended({ state }: { readonly state: ImportState }) {
  const undo = useUndoImport();
  if (state.kind === "undone") return <p role="status">{importText.undone(state.removed, state.trashed)}</p>;
  if (state.kind !== "cancelled" && state.kind !== "failed") return null;
  const canUndo = state.added > 0 && (state.kind === "cancelled" || state.unfinished === undefined);
  return (
    <>
      {state.kind === "failed" ? (
        <Problem sentence={importFailed(state.problem, state.added)} />
      ) : (
        <p role="status">{importText.cancelled(state.added)}</p>
      )}
      {canUndo && (
        <div>
          <Button label={importText.undo} size="small" onPress={() => void undo()} />
        </div>
      )}
    </>
  );
}

type WorkingProps = { readonly label: string; readonly done?: number; readonly total?: number; readonly hint?: string };

function Working({ label, done, total = 0, hint }: WorkingProps) {
  const { imports } = useLibrary();
  const percent = done === undefined || total === 0 ? undefined : Math.round((Math.min(done, total) / total) * 100);
  return (
    <>
      <p className={css.label} role="status">
        {label}
      </p>
      {percent !== undefined && <Bar label={label} percent={percent} />}
      {hint !== undefined && <p className={css.hint}>{hint}</p>}
      <div>
        <Button label={importText.cancel} size="small" onPress={() => imports.cancel()} />
      </div>
    </>
  );
}
