/** The dialogs of signing in, whose state is held globally so that they outlive a remounted page: fetched when the page is shown. Spec A §2.2. */
import { type ComponentType, Suspense } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { useSignedOutServices } from "../../shared/services.ts";

/** `onClose` is for what is shown where the dialogs cannot be loaded: dismissing it answers as their Cancel does. */
const LazyDialogs = lazyComponent<{ readonly onClose: () => void }>(
  async () => (await import("./PromptDialogs.tsx")).PromptDialogs,
  "dialog",
);
export const fetchPromptDialogs = LazyDialogs.fetch;

/** `Dialogs` is for tests: what is in their place where they cannot be loaded. */
export function Prompts({ Dialogs = LazyDialogs }: { readonly Dialogs?: ComponentType<{ readonly onClose: () => void }> }) {
  const { prompts } = useSignedOutServices();
  const isAsking = useStore(
    prompts.store,
    ({ signInFailed, maintenance, useLocally }) => signInFailed !== undefined || maintenance || useLocally,
  );
  return isAsking ? (
    <Suspense>
      <Dialogs onClose={prompts.close} />
    </Suspense>
  ) : null;
}
