/** What stands in the workspace's place, and in onboarding's, while the vault is locked: fetched when the page stands. */
import { late } from "../shared/late.ts";
import { MissingPart } from "../shared/ui/MissingPart.tsx";

export const LateLockedScreen = late(async () => (await import("./LockedScreen.tsx")).LockedScreen, MissingPart);
