/** Says why the user's notes cannot be opened, with what can be done. */

import { useStore } from "../../shared/hooks/use-store.ts";
import type { LibraryState } from "../../shared/services.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { commonText } from "../../text/labels.ts";
import { damagedText, heldText, libraryFailedText, libraryProblemText } from "../../text/pages/library-problems.ts";
import { pagesText } from "../../text/pages/pages.ts";

type Failed = Extract<LibraryState, { readonly kind: "failed" }>;

export function LibraryFailed({ state }: { readonly state: Failed }) {
  const { account, localMode } = useServices();
  const session = useStore(account.store, (all) => all);
  return (
    <main className="whole-page">
      <EmptyState
        isPage
        title={session.kind !== "signed-in" && localMode.store.getState().enabled ? libraryFailedText.localTitle : libraryFailedText.title}
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

function sentenceOf({ problem, holdsText }: Failed): string {
  const sentences: readonly string[] =
    problem.kind === "damaged" ? [damagedText.saved(problem.saved), damagedText.lose] : holdsText === true ? [heldText] : [];
  return [libraryProblemText[problem.kind], ...sentences].filter(Boolean).join(" ");
}
