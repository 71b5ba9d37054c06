/** Few are ever asked about another account's notes: the dialog is loaded when it is needed. Where it cannot be, `onClose` keeps the notes. */
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import type { OtherAccountDialogProps } from "./OtherAccountDialog.tsx";

export const LazyOtherAccountDialog = lazyComponent<OtherAccountDialogProps & { readonly onClose: () => void }>(
  async () => (await import("./OtherAccountDialog.tsx")).OtherAccountDialog,
  "dialog",
);
