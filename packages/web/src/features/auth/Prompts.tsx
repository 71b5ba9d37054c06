/** The dialogs of signing in, whose state is held globally so that they outlive a remounted page: fetched when the page stands. Spec A §2.2. */
import { Suspense } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { late } from "../../shared/late.ts";
import { useEntrance } from "../../shared/services.ts";
import { MissingPrompt } from "./MissingPrompt.tsx";

const LateDialogs = late(async () => (await import("./PromptDialogs.tsx")).PromptDialogs, MissingPrompt);
export const fetchPromptDialogs = LateDialogs.fetch;

export function Prompts() {
  const { prompts } = useEntrance();
  const isAsking = useStore(
    prompts.store,
    ({ signInFailed, maintenance, useLocally }) => signInFailed !== undefined || maintenance || useLocally,
  );
  return isAsking ? (
    <Suspense>
      <LateDialogs />
    </Suspense>
  ) : null;
}
