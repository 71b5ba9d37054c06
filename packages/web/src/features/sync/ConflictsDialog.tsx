/** Notes with conflicting edits: the list, and one of them to compare and resolve. sync.md §9. */

import { type Conflict, isSealed } from "@satchel/core/model/entities/conflict.ts";
import { isOpen } from "@satchel/core/sync/conflicts/conflict-records.ts";
import { ChevronLeft, GitCompareArrows } from "lucide-react";
import { useEffect, useState } from "react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { logKindText, resolutionText, syncText } from "../../text/drive/sync.ts";
import { syncNoticesText } from "../../text/drive/sync-notices.ts";
import { workspaceText } from "../../text/workspace.ts";
import { ConflictView } from "./ConflictView.tsx";
import css from "./conflicts.module.css";

type ConflictsDialogProps = {
  /** Initial note. */
  readonly noteId: string | undefined;
  readonly onOpenNote: (noteId: string) => void;
  readonly onClose: () => void;
};

export function ConflictsDialog({ noteId, onOpenNote, onClose }: ConflictsDialogProps) {
  const { conflicts: service, devices } = useLibrary();
  const { phase, conflicts } = useStore(service.store, (state) => state);
  const [chosenId, setChosenId] = useState<string | null>();
  useEffect(() => void devices.read(), [devices]);
  // A single conflict is opened directly.
  const waiting = conflicts.filter((conflict) => isOpen(conflict) && (noteId === undefined || conflict.noteId === noteId));
  const wantedId = chosenId === undefined && waiting.length === 1 ? waiting[0]?.id : chosenId;
  const chosen = conflicts.find(({ id }) => id === wantedId);
  return (
    <Dialog title={syncNoticesText.conflicts} width="wide" icon={<GitCompareArrows width={20} height={20} aria-hidden />} onClose={onClose}>
      {phase === "loading" && <DelayedSpinner />}
      {phase !== "loading" && conflicts.length === 0 && (
        <EmptyState small title={syncText.noConflicts} sentence={syncText.noConflictsSentence} />
      )}
      {chosen === undefined ? (
        <List conflicts={conflicts} onChoose={setChosenId} />
      ) : (
        <>
          {conflicts.length > 1 && (
            <Button
              label={syncText.all(conflicts.length)}
              size="small"
              tone="quiet"
              icon={<ChevronLeft aria-hidden />}
              onPress={() => setChosenId(null)}
            />
          )}
          <ConflictView
            key={chosen.id}
            conflict={chosen}
            onOpenNote={onOpenNote}
            onLater={onClose}
            onResolved={() => setChosenId(chosen.id)}
          />
        </>
      )}
    </Dialog>
  );
}

type ListProps = { readonly conflicts: readonly Conflict[]; readonly onChoose: (id: string) => void };

function List({ conflicts, onChoose }: ListProps) {
  const { moment } = useDates();
  return (
    <ul className={css.list}>
      {conflicts.map((conflict) => (
        <li key={conflict.id}>
          <button type="button" className={css.row} onClick={() => onChoose(conflict.id)}>
            <span className={css.rowTitle} dir="auto">
              {titleOf(conflict)}
            </span>
            <span className={isOpen(conflict) ? css.waits : css.fact}>{labelOf(conflict)}</span>
            <span className={css.fact}>{moment(conflict.atMs)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function labelOf(conflict: Conflict): string {
  if (conflict.resolution !== undefined) return resolutionText[conflict.resolution.how];
  return isOpen(conflict) ? syncText.needsAttention : logKindText[conflict.outcome];
}

function titleOf(conflict: Conflict): string {
  if (isSealed(conflict)) return syncText.sealedNote;
  return conflict.merged.title.trim() || workspaceText.untitled;
}
