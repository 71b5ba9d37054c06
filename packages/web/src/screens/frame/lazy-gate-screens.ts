/** Screens shown instead of workspace and onboarding: while the vault is locked, and if the library cannot be opened. Loaded when the page is shown. */
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";

export const LazyLockedScreen = lazyComponent(async () => (await import("./LockedScreen.tsx")).LockedScreen, "screen");
export const LazyLibraryFailed = lazyComponent(async () => (await import("./LibraryFailed.tsx")).LibraryFailed, "screen");
