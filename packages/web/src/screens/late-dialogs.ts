/** Dialogs and menus of the workspace: fetched when the page stands, so that the notes come first. */
import { late } from "../shared/late.ts";
import { fetchMenus } from "../shared/ui/Menu.tsx";
import { MissingMenu } from "../shared/ui/MissingMenu.tsx";
import { LateLockedScreen } from "./late-locked-screen.ts";
import { MissingQuestion } from "./workspace/MissingQuestion.tsx";

export const LateQuestions = late(async () => (await import("./workspace/Questions.tsx")).Questions, MissingQuestion);
export const LateRemovalDialog = late(async () => (await import("../features/sync/RemovalDialog.tsx")).RemovalDialog, MissingMenu);
export const LateJoinSensitiveDialog = late(
  async () => (await import("../features/notices/JoinSensitiveDialog.tsx")).JoinSensitiveDialog,
  MissingMenu,
);
export const LateTargetDialog = late(async () => (await import("../features/notices/TargetDialog.tsx")).TargetDialog, MissingMenu);

export const LateDrawer = late(async () => (await import("./Drawer.tsx")).Drawer, MissingMenu);

export const LATE_DIALOGS = [LateQuestions, LateLockedScreen, LateRemovalDialog, LateJoinSensitiveDialog, LateTargetDialog, LateDrawer]
  .map(({ fetch }): (() => Promise<unknown>) => fetch)
  .concat(fetchMenus);
