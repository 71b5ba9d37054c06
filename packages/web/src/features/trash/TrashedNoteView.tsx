/** The text of a deleted note, to read before restoring or deleting it for good. */
import type { PreviewProblem, TrashPreview } from "@satchel/core/library/trash/trash-service-types.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { ChevronLeft, RotateCcw } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { NoteView } from "../../editor/read-view/NoteView.tsx";
import { useFocusFromRow } from "../../shared/hooks/use-kept-focus.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import css from "../../shared/note-browser/note-browser.module.css";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { previewProblemText, trashText } from "../../text/notes/trash.ts";
import { workspaceText } from "../../text/workspace.ts";
import own from "./trash.module.css";
import { type TrashView, useTrashService } from "./use-trash.ts";

export function TrashedNoteView({ view }: { readonly view: TrashView }) {
  const { shown } = view;
  const { sensitive } = useLibrary();
  const isUnlocked = useStore(sensitive.store, ({ kind }) => kind === "unlocked");
  const region = useFocusFromRow(shown?.noteId);
  if (shown === undefined) return <p className={`${css.note} ${css.choose}`}>{trashText.choose}</p>;
  const { noteId } = shown;
  return (
    <section ref={region} tabIndex={-1} className={css.note} aria-label={trashText.preview}>
      <div className={css.actions}>
        <span className={css.back}>
          <Button
            label={trashText.back}
            size="small"
            tone="quiet"
            data-back
            icon={<ChevronLeft aria-hidden />}
            onPress={() => view.show(undefined)}
          />
        </span>
        <Button
          label={trashText.restore}
          size="small"
          tone="primary"
          icon={<RotateCcw aria-hidden />}
          onPress={() => void view.restore([noteId])}
        />
        <Button label={trashText.purge} size="small" tone="danger-quiet" onPress={() => view.ask([noteId])} />
      </div>
      {/* Unmounted while locked, so that no text remains. */}
      <Text key={`${noteId} ${isUnlocked}`} noteId={noteId} />
    </section>
  );
}

function Text({ noteId }: { readonly noteId: string }) {
  const trash = useTrashService();
  const [read, setRead] = useState<Result<TrashPreview, PreviewProblem>>();
  useEffect(() => {
    let isGone = false;
    void trash.preview(noteId).then((result) => !isGone && setRead(result));
    return () => {
      isGone = true;
    };
  }, [trash, noteId]);
  if (read === undefined) return <DelayedSpinner />;
  if (!read.ok) return <NoText problem={read.problem} />;
  const { title, content } = read.value;
  return (
    <>
      <h2 className={css.noteTitle} dir="auto">
        {title.trim() || workspaceText.untitled}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard */}
      <section className={css.text} tabIndex={0} aria-label={title.trim() || workspaceText.untitled}>
        <Suspense fallback={<DelayedSpinner />}>
          <NoteView html={content} />
        </Suspense>
      </section>
    </>
  );
}

function NoText({ problem }: { readonly problem: PreviewProblem }) {
  const { unlockSensitive } = useWorkspaceActions();
  return (
    <div className={own.locked}>
      <p>{previewProblemText[problem.kind]}</p>
      {problem.kind === "sensitive-locked" && <Button label={trashText.unlock} onPress={() => unlockSensitive()} />}
    </div>
  );
}
