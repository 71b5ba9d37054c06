/**
 * Shows the form for a first password or for the existing one, with a notice if another device or tab chose it. Looks at other devices'
 * changes first, because the account would drop a second first password. Spec A §2.13.
 */
import { Info } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Notice } from "../../shared/notices/Notice.tsx";
import { useLibrary } from "../../shared/services.ts";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { sensitiveText } from "../../text/notes/sensitive.ts";

type PasswordStepProps = { readonly first: ReactNode; readonly existing: ReactNode };

export function PasswordStep({ first, existing }: PasswordStepProps) {
  const { sensitive } = useLibrary();
  const isNew = useStore(sensitive.store, ({ kind }) => kind === "not-set-up");
  const elsewhere = useStore(sensitive.store, (state) => (state.kind === "locked" ? state.elsewhere : undefined));
  const [isChecked, setChecked] = useState(false);
  useEffect(() => {
    let isGone = false;
    if (isNew) void sensitive.checkSetUp().then(() => isGone || setChecked(true));
    return () => {
      isGone = true;
    };
  }, [sensitive, isNew]);
  if (isNew) return isChecked ? first : <DelayedSpinner />;
  return (
    <>
      {elsewhere !== undefined && (
        <Notice tone="info" shape="box" icon={<Info />}>
          {sensitiveText.elsewhere[elsewhere]}
        </Notice>
      )}
      {existing}
    </>
  );
}
