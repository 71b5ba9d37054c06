/** Dialogs and menus of the workspace, and what stands in its place while the vault is locked: fetched when the page stands, so that the notes come first. */
import { late } from "../shared/late.ts";
import { fetchMenus } from "../shared/ui/Menu.tsx";
import { NotLoaded } from "../shared/ui/NotLoaded.tsx";

export const LateQuestions = late(async () => (await import("./workspace/Questions.tsx")).Questions, NotLoaded);
export const LateLockedScreen = late(async () => (await import("./LockedScreen.tsx")).LockedScreen, NotLoaded);
export const LateRemovalDialog = late(async () => (await import("../features/sync/RemovalDialog.tsx")).RemovalDialog, NotLoaded);
export const LateJoinSensitiveDialog = late(
  async () => (await import("../features/notices/JoinSensitiveDialog.tsx")).JoinSensitiveDialog,
  NotLoaded,
);
export const LateTargetDialog = late(async () => (await import("../features/notices/TargetDialog.tsx")).TargetDialog, NotLoaded);

export const LateDrawer = late(async () => (await import("./Drawer.tsx")).Drawer, NotLoaded);

export const LATE_DIALOGS = [LateQuestions, LateLockedScreen, LateRemovalDialog, LateJoinSensitiveDialog, LateTargetDialog, LateDrawer]
  .map(({ fetch }): (() => Promise<unknown>) => fetch)
  .concat(fetchMenus);
