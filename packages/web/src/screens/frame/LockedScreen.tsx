/** Shown instead of notes and onboarding while the vault is locked. encryption.md 3.5 (2) (4) (13). */
import type { LockedVault as Locked } from "@satchel/core/vault/account/account-service-types.ts";
import { LockedVault } from "../../features/account/LockedVault.tsx";
import { AuthFrame } from "../../features/auth/AuthFrame.tsx";
import { lockedText } from "../../text/account/locked.ts";

export function LockedScreen({ limited, vaultChanged }: Pick<Locked, "limited" | "vaultChanged">) {
  const [title, sentence] = messagesOf(limited === true, vaultChanged === true);
  return (
    <AuthFrame title={title} sentence={sentence} pitch="welcome">
      <LockedVault isLimited={limited === true} />
    </AuthFrame>
  );
}

function messagesOf(limited: boolean, vaultChanged: boolean): readonly [string, string] {
  if (limited) return [lockedText.limitedTitle, lockedText.limitedSentence];
  if (vaultChanged) return [lockedText.changedTitle, lockedText.changedSentence];
  return [lockedText.title, lockedText.sentence];
}
