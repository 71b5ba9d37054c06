/** Dialogs and menus of the workspace. Loaded when the page is shown, so that the notes come first. */
import { createElement, useEffect } from "react";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { Missing } from "../../shared/lazy/Missing.tsx";
import { fetchMenus } from "../../shared/menus/Menu.tsx";
import { isTypingHeldKeys, missingDialog, releaseKeys } from "../../shared/typeahead/held-keys.ts";
import type { Asking } from "../actions/use-actions.ts";
import { LazyLibraryFailed, LazyLockedScreen } from "./lazy-gate-screens.ts";

export const LazyQuestions = lazyComponent(async () => (await import("../actions/Questions.tsx")).Questions, MissingQuestions);
export const LazyRemovalDialog = lazyComponent(async () => (await import("../../features/sync/RemovalDialog.tsx")).RemovalDialog, "dialog");
export const LazyJoinSensitiveDialog = lazyComponent(
  async () => (await import("../../features/notices/local/JoinSensitiveDialog.tsx")).JoinSensitiveDialog,
  missingDialog(),
);
export const LazyTargetDialog = lazyComponent(
  async () => (await import("../../features/notices/drive/TargetDialog.tsx")).TargetDialog,
  "dialog",
);

export const LazyDrawer = lazyComponent(async () => (await import("./Drawer.tsx")).Drawer, "dialog");

export const LAZY_DIALOGS = [
  LazyQuestions,
  LazyLockedScreen,
  LazyLibraryFailed,
  LazyRemovalDialog,
  LazyJoinSensitiveDialog,
  LazyTargetDialog,
  LazyDrawer,
]
  .map(({ fetch }): (() => Promise<unknown>) => fetch)
  .concat(fetchMenus);

/** Replaces dialogs that cannot be loaded: dismissing it means Cancel. */
export function MissingQuestions({ question, ask }: Asking) {
  useEffect(() => releaseKeys("dialog"), []);
  const handleClose = (): void => {
    // The focus is passing through the field that gets the keys back.
    if (isTypingHeldKeys()) return;
    if (question?.kind === "unsaved") question.stay?.();
    ask(undefined);
  };
  return createElement(Missing, { as: "dialog", onClose: handleClose });
}
