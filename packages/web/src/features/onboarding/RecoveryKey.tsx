/** The recovery key that is not yet verified: shown, then checked by three of its groups. encryption.md 3.5 (1). */
import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import { PasswordQuestion } from "../../shared/forms/PasswordQuestion.tsx";
import { ProveGroups, ShowGroups } from "../../shared/forms/RecoveryGroups.tsx";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { recoveryText } from "../../text/account/recovery.ts";
import css from "./onboarding.module.css";

export function RecoveryKey({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const { account } = useServices();
  const [groups, setGroups] = useState<readonly string[]>();
  const [isProving, setProving] = useState(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    let isGone = false;
    void account.pendingRecoveryKey().then((key) => {
      if (!isGone) setGroups(key ?? []);
    });
    return () => {
      isGone = true;
    };
  }, [account]);

  const handleProve = async (typed: readonly string[]): Promise<string | undefined> => {
    if (!(await account.confirmRecoveryKey(typed, groups))) return recoveryText.wrong;
    setDone(true);
    onConfirmed();
    return undefined;
  };
  if (groups === undefined) return <DelayedSpinner />;
  if (groups.length === 0 && !isDone) return <AskForKey onShown={setGroups} />;
  if (isDone)
    return (
      <p className={css.keyDone}>
        <Check width={18} height={18} aria-hidden />
        {recoveryText.confirmed}
      </p>
    );
  if (isProving) return <ProveGroups groupCount={groups.length} onProve={handleProve} onBack={() => setProving(false)} />;
  const proveButton = <Button label={recoveryText.check} tone="primary" onPress={() => setProving(true)} />;
  return <ShowGroups sentence={recoveryText.sentence} groups={groups} action={proveButton} />;
}

/** Once a Sensitive folder is set up, the key is no longer on this device: only the password shows it. encryption.md 3.2 "recovery key". */
function AskForKey({ onShown }: { readonly onShown: (groups: readonly string[]) => void }) {
  const { security } = useServices();
  return (
    <PasswordQuestion
      sentence={recoveryText.askSentence}
      confirm={recoveryText.show}
      ask={(password) => security.showRecoveryKey(password)}
      onDone={onShown}
    />
  );
}
