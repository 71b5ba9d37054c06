/** The editor is the largest part of the application: it is fetched once the frame stands, and before somebody asks for it. */
import { late } from "../../shared/late.ts";
import { MissingPart } from "../../shared/ui/MissingPart.tsx";

export const NoteEditor = late(async () => (await import("../../editor/NoteEditor.tsx")).NoteEditor, MissingPart);
export const NoteView = late(async () => (await import("../../editor/read-view/NoteView.tsx")).NoteView, MissingPart);
