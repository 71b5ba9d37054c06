/** The editor is the largest part of the application: it is fetched once the frame stands, and before somebody asks for it. */
import { lazy } from "react";

const fetchEditor = () => import("../../editor/NoteEditor.tsx");
const fetchView = () => import("../../editor/NoteView.tsx");

export const NoteEditor = lazy(async () => ({ default: (await fetchEditor()).NoteEditor }));
export const NoteView = lazy(async () => ({ default: (await fetchView()).NoteView }));

/** What is here already also outlives an update, whose new files have other names. */
export function fetchEditorWhenIdle(): void {
  const fetchBoth = (): void => {
    // Without a network it comes from the service worker; failing that, opening a note says so.
    void Promise.all([fetchView(), fetchEditor()]).catch(() => undefined);
  };
  if (typeof requestIdleCallback === "function") requestIdleCallback(fetchBoth);
  else fetchBoth();
}
