/** The editor is the largest part of the application: it is fetched once the frame stands, and before somebody asks for it. */
import { lazy } from "react";

export const fetchEditor = async () => (await import("../../editor/NoteEditor.tsx")).NoteEditor;
export const fetchView = async () => (await import("../../editor/NoteView.tsx")).NoteView;

/** Without them there is no page: where they cannot be fetched, it says so. */
export const NoteEditor = lazy(async () => ({ default: await fetchEditor() }));
export const NoteView = lazy(async () => ({ default: await fetchView() }));
