/** The dialogs of signing in, whose state is held globally so that they outlive a remounted page: fetched when the page stands. Spec A §2.2. */
import { Suspense } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { lazyComponent } from "../../shared/lazy-component.ts";
import { useSignedOutServices } from "../../shared/services.ts";
import { MissingPrompt } from "./MissingPrompt.tsx";

const LazyDialogs = lazyComponent(async () => (await import("./PromptDialogs.tsx")).PromptDialogs, MissingPrompt);
export const fetchPromptDialogs = LazyDialogs.fetch;

export function Prompts() {
  const { prompts } = useSignedOutServices();
  const isAsking = useStore(
    prompts.store,
    ({ signInFailed, maintenance, useLocally }) => signInFailed !== undefined || maintenance || useLocally,
  );
  return isAsking ? (
    <Suspense>
      <LazyDialogs />
    </Suspense>
  ) : null;
}
