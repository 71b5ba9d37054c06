/** What is in the workspace's place, and in onboarding's, while the vault is locked: fetched when the page is shown. */
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";

export const LazyLockedScreen = lazyComponent(async () => (await import("./LockedScreen.tsx")).LockedScreen, "screen");
