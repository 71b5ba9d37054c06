/** Sign-in dialogs, loaded when the page is shown. Their state is global, so that they survive a remounted page. Spec A §2.2. */
import { type ComponentType, Suspense } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { useSignedOutServices } from "../../shared/services.ts";

/** `onClose`: used if the dialogs cannot be loaded; dismissing the replacement means Cancel. */
const LazyDialogs = lazyComponent<{ readonly onClose: () => void }>(
  async () => (await import("./PromptDialogs.tsx")).PromptDialogs,
  "dialog",
);
export const fetchPromptDialogs = LazyDialogs.fetch;

/** `Dialogs`: lets a test simulate dialogs that cannot be loaded. */
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
