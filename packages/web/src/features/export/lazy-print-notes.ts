/** What is printed is rendered by the editor's part that shows notes, which comes when it is asked for. */
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";

export const PrintNotes = lazyComponent(async () => (await import("./PrintNotes.tsx")).PrintNotes, "tool");
