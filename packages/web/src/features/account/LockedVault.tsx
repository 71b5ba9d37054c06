/** Ways to unlock the vault: the user chooses one, and its form appears below. encryption.md 3.5 (2) (4)–(6). */
import { useEffect, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { lockedText, unlockMethodText } from "../../text/account/locked.ts";
import { AskOtherDevice } from "./AskOtherDevice.tsx";
import css from "./locked.module.css";
import { OpenForm } from "./OpenForm.tsx";
import { RecoverForm } from "./RecoverForm.tsx";
import { StartOverForm } from "./StartOverForm.tsx";

type LockedVaultProps = { readonly isLimited: boolean };

export function LockedVault({ isLimited }: LockedVaultProps) {
  const { account } = useServices();
  const { holdsKey, lookAgain } = useHoldsKey();
  const methods = unlockMethods({ isLimited, holdsKey });
  const [chosen, setChosen] = useState<UnlockMethod>();
  // After a reset the old password may be forgotten, so nothing is preselected.
  const preselected = isLimited && !holdsKey ? undefined : methods[0];
  const method = chosen !== undefined && methods.includes(chosen) ? chosen : preselected;
  const handleAccepted = (): void => {
    lookAgain();
    setChosen("device");
  };
  return (
    <>
      <RadioGroup
        aria-label={lockedText.methods}
        className={css.options as string}
        value={method ?? null}
        onChange={(value) => setChosen(value as UnlockMethod)}
      >
        {methods.map((one) => (
          <Radio key={one} value={one} className={one === "start-over" ? `${css.option} ${css.last}` : (css.option as string)}>
            <span className={css.optionName}>{unlockMethodText[one][0]}</span>
            <span className={css.optionHint}>{unlockMethodText[one][1]}</span>
          </Radio>
        ))}
      </RadioGroup>
      {method !== undefined && <UnlockMethodForm key={method} method={method} isLimited={isLimited} onAccepted={handleAccepted} />}
      <Button label={lockedText.leave} tone="quiet" wide onPress={() => void account.endSession()} />
    </>
  );
}

type UnlockFormProps = { readonly method: UnlockMethod; readonly isLimited: boolean; readonly onAccepted: () => void };

function UnlockMethodForm({ method, isLimited, onAccepted }: UnlockFormProps) {
  switch (method) {
    case "password":
      return <OpenForm />;
    case "other-device":
      return <AskOtherDevice onAccepted={onAccepted} />;
    case "start-over":
      return <StartOverForm isLimited={isLimited} />;
    default:
      return <RecoverForm method={method} asksCurrent={!isLimited} />;
  }
}

/** Whether this device holds the key; read once, and again after an accepted step. */
function useHoldsKey() {
  const { security } = useServices();
  const [holdsKey, setHoldsKey] = useState(false);
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` triggers another read
  useEffect(() => {
    let isGone = false;
    void security.holdsKey().then((holds) => {
      if (!isGone) setHoldsKey(holds);
    });
    return () => {
      isGone = true;
    };
  }, [security, asked]);
  return { holdsKey, lookAgain: () => setAsked(asked + 1) };
}

type UnlockMethod = "password" | "device" | "old-password" | "recovery-key" | "other-device" | "later" | "start-over";

type Locked = { readonly isLimited: boolean; readonly holdsKey: boolean };

/** Ways to unlock the vault, in order; 'later' only if a password must be set. Pure. encryption.md 3.5 (2) (4)–(6). */
export function unlockMethods({ isLimited, holdsKey }: Locked): readonly UnlockMethod[] {
  return [
    ...(holdsKey ? (["device"] as const) : []),
    ...(isLimited ? [] : (["password"] as const)),
    "old-password",
    "recovery-key",
    "other-device",
    ...(isLimited ? (["later"] as const) : []),
    "start-over",
  ];
}
