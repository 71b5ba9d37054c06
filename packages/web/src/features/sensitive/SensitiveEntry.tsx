/** Forms to open the folder: a first password, the existing one, or a new one after it was forgotten. */
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import type { SensitivePurpose } from "../../text/notes/sensitive.ts";
import { RecoverForm } from "./RecoverForm.tsx";
import { SetUpForm } from "./SetUpForm.tsx";
import { UnlockForm } from "./UnlockForm.tsx";

type SensitiveEntryProps = { readonly purpose: SensitivePurpose; readonly takesFocus: boolean; readonly onDone: () => void };

export function SensitiveEntry({ purpose, takesFocus, onDone }: SensitiveEntryProps) {
  const { sensitive } = useLibrary();
  const isNew = useStore(sensitive.store, ({ kind }) => kind === "not-set-up");
  const [foundPassword, setFoundPassword] = useState(false);
  const [isRecovering, setRecovering] = useState(false);
  if (isNew && !foundPassword) return <SetUpForm takesFocus={takesFocus} onDone={onDone} onExists={() => setFoundPassword(true)} />;
  if (isRecovering) return <RecoverForm onDone={onDone} onBack={() => setRecovering(false)} />;
  return <UnlockForm purpose={purpose} takesFocus={takesFocus} onDone={onDone} onRecover={() => setRecovering(true)} />;
}
