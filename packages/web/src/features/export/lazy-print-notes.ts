/** Printing renders notes with the editor's read view, so it loads on demand. */
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";

export const PrintNotes = lazyComponent(async () => (await import("./PrintNotes.tsx")).PrintNotes, "tool");
