/** Few are ever asked about another account's notes: the question is fetched when it comes up, and where it cannot be, the notes are kept. */
import { createElement } from "react";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { Missing } from "../../shared/lazy/Missing.tsx";
import type { OtherAccountDialogProps } from "./OtherAccountDialog.tsx";

export const LazyOtherAccountDialog = lazyComponent(
  async () => (await import("./OtherAccountDialog.tsx")).OtherAccountDialog,
  ({ other }: OtherAccountDialogProps) => createElement(Missing, { as: "dialog", onClose: other.keepOther }),
);
