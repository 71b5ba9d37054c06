/** Few are ever asked about another account's notes: the question is fetched when it comes up, and where it cannot be, the notes are kept. */
import { createElement } from "react";
import { lazyComponent } from "../../shared/lazy-component.ts";
import { MissingMenu } from "../../shared/ui/MissingMenu.tsx";
import type { OtherAccountDialogProps } from "./OtherAccountDialog.tsx";

export const LazyOtherAccountDialog = lazyComponent(
  async () => (await import("./OtherAccountDialog.tsx")).OtherAccountDialog,
  ({ other }: OtherAccountDialogProps) => createElement(MissingMenu, { onClose: other.keepOther }),
);
