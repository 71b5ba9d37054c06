/** Loaded on demand, because few users are asked about another account's notes. If it cannot be loaded, `onClose` keeps the notes. */
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import type { OtherAccountDialogProps } from "./OtherAccountDialog.tsx";

export const LazyOtherAccountDialog = lazyComponent<OtherAccountDialogProps & { readonly onClose: () => void }>(
  async () => (await import("./OtherAccountDialog.tsx")).OtherAccountDialog,
  "dialog",
);
