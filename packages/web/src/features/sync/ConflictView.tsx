/** A note with conflicting edits: both texts side by side, the four ways to resolve them, and afterwards the text that was not chosen. */

import { type Conflict, isSealed, type Resolution } from "@satchel/core/model/entities/conflict.ts";
import { isOpen } from "@satchel/core/sync/conflicts/conflict-records.ts";
import { nameOfDevice } from "@satchel/core/vault/devices/devices-service-types.ts";
import { useState } from "react";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { resolutionText, resolveProblemText, syncText } from "../../text/drive/sync.ts";
import { syncNoticesText } from "../../text/drive/sync-notices.ts";
import { sensitiveNotesText } from "../../text/notes/sensitive-notes.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./conflicts.module.css";
import { Difference } from "./Difference.tsx";
import { KeptCopies } from "./KeptCopies.tsx";

type ConflictViewProps = {
  readonly conflict: Conflict;
  readonly onOpenNote: (noteId: string) => void;
  readonly onLater: () => void;
  readonly onResolved: () => void;
};

export function ConflictView({ conflict, onOpenNote, onLater, onResolved }: ConflictViewProps) {
  const { devices } = useLibrary();
  const state = useStore(devices.store, (all) => all);
  const { merged, device, noteId, resolution } = conflict;
  const there = (device === undefined ? undefined : nameOfDevice(state, device)) ?? syncText.anotherDevice;
  return (
    <article className={css.view}>
      <header>
        <div className={css.viewHead}>
          <h3 className={css.title} dir="auto">
            {isSealed(conflict) ? syncText.sealedNote : merged.title.trim() || workspaceText.untitled}
          </h3>
          <Button label={syncText.open} size="small" tone="quiet" onPress={() => onOpenNote(noteId)} />
        </div>
        <p className={css.intro}>
          {`${syncText.changedBoth(there).replace(/^./, (first) => first.toUpperCase())} ${conflict.outcome === "merged" ? syncText.mergedByItself : syncText.clashed}`}
        </p>
      </header>
      {isSealed(conflict) ? <SealedDifference noteId={noteId} /> : <Difference conflict={conflict} there={there} />}
      {resolution === undefined ? (
        <Choices conflict={conflict} onLater={onLater} onResolved={onResolved} />
      ) : (
        <ResolvedConflict conflict={conflict} resolution={resolution} />
      )}
    </article>
  );
}

/** Shown while the folder is locked: both texts are sealed. */
function SealedDifference({ noteId }: { readonly noteId: string }) {
  const { unlockSensitive, openConflicts } = useWorkspaceActions();
  return (
    <>
      <p className={css.intro}>{syncText.sealedDifference}</p>
      <div className={css.buttons}>
        <Button label={sensitiveNotesText.unlock} tone="primary" onPress={() => unlockSensitive(() => openConflicts(noteId))} />
      </div>
    </>
  );
}

type ChoicesProps = Pick<ConflictViewProps, "conflict" | "onLater" | "onResolved">;

function Choices({ conflict, onLater, onResolved }: ChoicesProps) {
  const { conflicts } = useLibrary();
  const [busy, setBusy] = useState<Resolution["how"]>();
  const [problem, setProblem] = useState<string>();
  const isClash = isOpen(conflict);
  const resolve = async (how: Resolution["how"]): Promise<void> => {
    setBusy(how);
    setProblem(undefined);
    onResolved();
    const resolved = await conflicts.resolve(conflict.id, how);
    setBusy(undefined);
    if (!resolved.ok) setProblem(resolveProblemText[resolved.problem.kind]);
  };
  const choice = (how: Resolution["how"], name: string, isPrimary = false) => (
    <Button
      label={name}
      tone={isPrimary ? "primary" : "plain"}
      busy={busy === how}
      isDisabled={busy !== undefined}
      onPress={() => void resolve(how)}
    />
  );
  return (
    <>
      <div className={css.buttons}>
        {!isClash && choice("as-merged", syncText.asMerged, true)}
        {!isSealed(conflict) && choice("merge", syncText.mergeBoth, isClash)}
        {choice("keep_local", syncText.keepLocal)}
        {choice("keep_cloud", syncText.keepCloud)}
        {choice("create_copy", syncText.createCopy)}
        <Button label={syncNoticesText.later} tone="quiet" onPress={onLater} />
      </div>
      <Problem sentence={problem} />
      <p className={css.promise}>{syncText.promise}</p>
    </>
  );
}

/** The pressed button is gone: focuses the result, so that the focus stays in the dialog. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

function ResolvedConflict({ conflict, resolution }: { readonly conflict: Conflict; readonly resolution: Resolution }) {
  return (
    <>
      <p ref={takeFocus} className={css.resolved} role="status" tabIndex={-1}>
        {resolutionText[resolution.how]}
      </p>
      {resolution.keptIds.length > 0 && <KeptCopies conflict={conflict} />}
    </>
  );
}
