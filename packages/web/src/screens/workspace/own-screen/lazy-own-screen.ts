/** Trash and history, loaded while the page is idle. */
import { lazyComponent } from "../../../shared/lazy/lazy-component.ts";

export const OwnScreen = lazyComponent(async () => (await import("./OwnScreen.tsx")).OwnScreen, "note");
