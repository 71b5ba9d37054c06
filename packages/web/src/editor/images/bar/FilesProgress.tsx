/** Progress of several files that are added at once, with one button to cancel; afterwards, problems with single files. */
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { filesText as text } from "../../../text/editor/image-tools.ts";
import { cancelFiles, filesProgress, forgetFileProblems } from "../../paste/pending-content.ts";
import css from "./image-bar.module.css";

export function FilesProgress({ editor }: { readonly editor: Editor }) {
  const progress = useEditorState({ editor, selector: ({ editor: current }) => filesProgress(current.state) });
  if (progress === undefined) return null;
  const { at, total, percent, problems } = progress;
  const handleCancel = (): void => {
    cancelFiles(editor.state);
    editor.view.focus();
  };
  const handleClose = (): void => {
    forgetFileProblems(editor.view);
    editor.view.focus();
  };
  return (
    <section className={css.bar} aria-label={text.label}>
      {at > 0 ? (
        <>
          <output>{text.progress(at, total, percent)}</output>
          <button type="button" className={css.button} onClick={handleCancel}>
            {text.cancel}
          </button>
        </>
      ) : (
        <>
          <output className={css.problems}>{problems.join(" ")}</output>
          <button type="button" className={css.button} onClick={handleClose}>
            {text.close}
          </button>
        </>
      )}
    </section>
  );
}
