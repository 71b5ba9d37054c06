/** Waits until the user's notes are open on this device, or shows why they cannot be opened. */
import type { ReactNode } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { LibraryProvider, type LibraryState, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { commonText } from "../../text/labels.ts";
import { pagesText } from "../../text/pages/pages.ts";
import { damagedText, heldText, libraryProblemText, workspaceText } from "../../text/workspace.ts";
import { FirstFrame } from "./FirstFrame.tsx";
import { LazyLockedScreen } from "./lazy-locked-screen.ts";

export function LibraryGate({ children }: { readonly children: ReactNode }) {
  const { library, account, localMode } = useServices();
  const state = useStore(library, (all) => all);
  const session = useStore(account.store, (all) => all);
  // Without a valid secret, nothing is opened, changed or deleted (encryption.md 3.5 (2)).
  if (session.kind === "signed-in" && session.vault === "locked") return <LazyLockedScreen {...session} />;
  if (state.kind === "open") return <LibraryProvider value={state.library}>{children}</LibraryProvider>;
  if (state.kind === "opening" && state.first !== undefined) return <FirstFrame first={state.first} />;
  if (state.kind !== "failed") return <DelayedSpinner />;
  return (
    <main className="whole-page">
      <EmptyState
        isPage
        title={session.kind !== "signed-in" && localMode.store.getState().enabled ? workspaceText.localFailed : workspaceText.libraryFailed}
        sentence={sentenceOf(state)}
        action={
          <>
            {state.tryAgain !== undefined && <Button label={commonText.retry} tone="primary" onPress={state.tryAgain} />}
            {state.holdsText !== true && (
              <Button
                label={pagesText.refreshPage}
                tone={state.tryAgain === undefined ? "primary" : "plain"}
                onPress={() => location.reload()}
              />
            )}
            {state.startAfresh !== undefined && <Button label={damagedText.startAfresh} onPress={state.startAfresh} />}
          </>
        }
      />
    </main>
  );
}

function sentenceOf({ problem, holdsText }: Extract<LibraryState, { readonly kind: "failed" }>): string {
  const sentences: readonly string[] =
    problem.kind === "damaged" ? [damagedText.saved(problem.saved), damagedText.lose] : holdsText === true ? [heldText] : [];
  return [libraryProblemText[problem.kind], ...sentences].filter(Boolean).join(" ");
}
