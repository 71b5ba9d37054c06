/** Progress of loading remote images, with a stop button; afterwards, the number of failures. */
import { useEffect, useState } from "react";
import { editorText } from "../../../text/editor/editor.ts";
import type { RemoteLoads } from "../remote-loads.ts";
import css from "./image-bar.module.css";

const text = editorText.remote;

export function RemoteProgress({ loads }: { readonly loads: RemoteLoads | undefined }) {
  const [progress, setProgress] = useState(loads?.progress());
  useEffect(() => {
    setProgress(loads?.progress());
    return loads?.onChange(() => setProgress(loads.progress()));
  }, [loads]);
  if (loads === undefined || progress === undefined || progress.total < 2) return null;
  if (!progress.isRunning && progress.failed === 0) return null;
  return (
    <section className={css.bar} aria-label={text.progressLabel}>
      <output>
        {progress.isRunning
          ? text.progress(Math.min(progress.done + 1, progress.total), progress.total)
          : text.someFailed(progress.failed, progress.total)}
      </output>
      {progress.isRunning && (
        <button type="button" className={css.button} onClick={() => loads.cancel()}>
          {text.cancel}
        </button>
      )}
    </section>
  );
}
