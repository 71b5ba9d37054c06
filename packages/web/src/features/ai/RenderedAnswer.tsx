/** Preview of a response as in the note. Until the code for it has loaded, or if it cannot, shows the plain response. */
import { Suspense, useEffect, useState } from "react";
import { toNoteHtml } from "../../editor/typing/rules/insert-markdown.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import css from "./ai.module.css";

const NoteView = lazyComponent(async () => (await import("../../editor/read-view/NoteView.tsx")).NoteView);

export function RenderedAnswer({ markdown }: { readonly markdown: string }) {
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    let isGone = false;
    toNoteHtml(markdown).then(
      (made) => !isGone && setHtml(made),
      () => !isGone && setHtml(undefined),
    );
    return () => {
      isGone = true;
    };
  }, [markdown]);
  const written = <div className={css.text}>{markdown}</div>;
  if (html === undefined) return written;
  return (
    <Suspense fallback={written}>
      <div className={css.rendered}>
        <NoteView html={html} />
      </div>
    </Suspense>
  );
}
