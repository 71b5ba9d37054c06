/** Dialogs and menus of the workspace: fetched when the page stands, so that the notes come first. */
import { lazyComponent } from "../shared/lazy-component.ts";
import { fetchMenus } from "../shared/ui/Menu.tsx";
import { MissingMenu } from "../shared/ui/MissingMenu.tsx";
import { LazyLockedScreen } from "./lazy-locked-screen.ts";
import { MissingQuestion } from "./workspace/MissingQuestion.tsx";

export const LazyQuestions = lazyComponent(async () => (await import("./workspace/Questions.tsx")).Questions, MissingQuestion);
export const LazyRemovalDialog = lazyComponent(async () => (await import("../features/sync/RemovalDialog.tsx")).RemovalDialog, MissingMenu);
export const LazyJoinSensitiveDialog = lazyComponent(
  async () => (await import("../features/notices/JoinSensitiveDialog.tsx")).JoinSensitiveDialog,
  MissingMenu,
);
export const LazyTargetDialog = lazyComponent(async () => (await import("../features/notices/TargetDialog.tsx")).TargetDialog, MissingMenu);

export const LazyDrawer = lazyComponent(async () => (await import("./Drawer.tsx")).Drawer, MissingMenu);

export const LAZY_DIALOGS = [LazyQuestions, LazyLockedScreen, LazyRemovalDialog, LazyJoinSensitiveDialog, LazyTargetDialog, LazyDrawer]
  .map(({ fetch }): (() => Promise<unknown>) => fetch)
  .concat(fetchMenus);
