/** Waits until the notes of this person are open on this device; says what is wrong when they cannot be. */
import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "../shared/hooks/use-store.ts";
import { LibraryProvider, useServices } from "../shared/services.ts";
import { Button } from "../shared/ui/Button.tsx";
import { EmptyState } from "../shared/ui/EmptyState.tsx";
import { LateSpinner } from "../shared/ui/LateSpinner.tsx";
import { pagesText } from "../text/pages.ts";
import { libraryProblemText, workspaceText } from "../text/workspace.ts";

export function LibraryGate({ children }: { readonly children: ReactNode }) {
  const { library, account } = useServices();
  const state = useStore(library, (all) => all);
  const isLocked = useStore(account.store, (session) => session.kind === "signed-in" && session.vault === "locked");
  if (state.kind === "open") return <LibraryProvider value={state.library}>{children}</LibraryProvider>;
  if (isLocked) return <Locked />;
  if (state.kind !== "failed") return <LateSpinner />;
  return (
    <main className="whole-page">
      <EmptyState
        isPage
        title={workspaceText.libraryFailed}
        sentence={libraryProblemText[state.problem.kind]}
        action={
          <Button tone="primary" onPress={() => location.reload()}>
            {pagesText.refreshPage}
          </Button>
        }
      />
    </main>
  );
}

/** No valid secret has been shown: nothing is opened, changed or deleted until one is (encryption.md 3.5 (2)). */
function Locked() {
  const { account } = useServices();
  return (
    <main className="whole-page">
      <EmptyState
        isPage
        title={workspaceText.locked}
        sentence={workspaceText.lockedSentence}
        action={
          <Button tone="primary" icon={<KeyRound aria-hidden />} onPress={() => void account.signOut()}>
            {workspaceText.signInAgain}
          </Button>
        }
      />
    </main>
  );
}
