/** In the place of the workspace's dialogs where they could not be fetched: putting it away answers a question as its Cancel does. */
import { MissingMenu } from "../../shared/ui/MissingMenu.tsx";
import type { Asking } from "./use-actions.ts";

export function MissingQuestion({ question, ask }: Asking) {
  const handleClose = (): void => {
    if (question?.kind === "unsaved") question.stay?.();
    ask(undefined);
  };
  return <MissingMenu onClose={handleClose} />;
}
