/**
 * Shown instead of a sensitive note while its folder is locked: the page has none of its content. Spec A §4 "Sensitive folder", A §8 "Edit
 * page load".
 */
import { Lock } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { sensitiveNotesText } from "../../text/notes/sensitive-notes.ts";

export function SealedNote({ sentence }: { readonly sentence: string }) {
  const { unlockSensitive } = useWorkspaceActions();
  return (
    <EmptyState
      isPage
      title={sensitiveNotesText.note}
      sentence={sentence}
      action={<Button label={sensitiveNotesText.unlock} tone="primary" icon={<Lock aria-hidden />} onPress={() => unlockSensitive()} />}
    />
  );
}
