/** Waits until the user's notes are open on this device, or shows why they cannot be opened. */
import type { ReactNode } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { LibraryProvider, useServices } from "../../shared/services.ts";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { FirstFrame } from "./FirstFrame.tsx";
import { LazyLibraryFailed, LazyLockedScreen } from "./lazy-gate-screens.ts";

export function LibraryGate({ children }: { readonly children: ReactNode }) {
  const { library, account } = useServices();
  const state = useStore(library, (all) => all);
  const session = useStore(account.store, (all) => all);
  // Without a valid secret, nothing is opened, changed or deleted (encryption.md 3.5 (2)).
  if (session.kind === "signed-in" && session.vault === "locked") return <LazyLockedScreen {...session} />;
  if (state.kind === "open") return <LibraryProvider value={state.library}>{children}</LibraryProvider>;
  if (state.kind === "opening" && state.first !== undefined) return <FirstFrame first={state.first} />;
  if (state.kind !== "failed") return <DelayedSpinner />;
  return <LazyLibraryFailed state={state} />;
}
