/** Screen shown instead of workspace and onboarding while the vault is locked; loaded when the page is shown. */
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";

export const LazyLockedScreen = lazyComponent(async () => (await import("./LockedScreen.tsx")).LockedScreen, "screen");
