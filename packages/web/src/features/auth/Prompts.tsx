/** The dialogs of signing in, whose state is held globally so that they outlive a remounted page: fetched when the page stands. Spec A §2.2. */
import { Suspense } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { useSignedOutServices } from "../../shared/services.ts";

/** `onClose` is for what is shown where the dialogs cannot be loaded: dismissing it answers as their Cancel does. */
const LazyDialogs = lazyComponent<{ readonly onClose: () => void }>(
  async () => (await import("./PromptDialogs.tsx")).PromptDialogs,
  "dialog",
);
export const fetchPromptDialogs = LazyDialogs.fetch;

export function Prompts() {
  const { prompts } = useSignedOutServices();
  const isAsking = useStore(
    prompts.store,
    ({ signInFailed, maintenance, useLocally }) => signInFailed !== undefined || maintenance || useLocally,
  );
  return isAsking ? (
    <Suspense>
      <LazyDialogs onClose={prompts.close} />
    </Suspense>
  ) : null;
}
