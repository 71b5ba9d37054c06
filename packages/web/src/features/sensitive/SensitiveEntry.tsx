/** Forms to open the folder: a first password, the existing one, or a new one after it was forgotten. */
import { useState } from "react";
import type { SensitivePurpose } from "../../text/notes/sensitive.ts";
import { PasswordStep } from "./PasswordStep.tsx";
import { RecoverForm } from "./RecoverForm.tsx";
import { SetUpForm } from "./SetUpForm.tsx";
import { UnlockForm } from "./UnlockForm.tsx";

type SensitiveEntryProps = { readonly purpose: SensitivePurpose; readonly takesFocus: boolean; readonly onDone: () => void };

export function SensitiveEntry({ purpose, takesFocus, onDone }: SensitiveEntryProps) {
  const [isRecovering, setRecovering] = useState(false);
  if (isRecovering) return <RecoverForm onDone={onDone} onBack={() => setRecovering(false)} />;
  return (
    <PasswordStep
      first={<SetUpForm takesFocus={takesFocus} onDone={onDone} />}
      existing={<UnlockForm purpose={purpose} takesFocus={takesFocus} onDone={onDone} onRecover={() => setRecovering(true)} />}
    />
  );
}
