/** The ways out of a locked vault: one is chosen, and what it needs is asked for beneath. encryption.md 3.5 (2) (4)–(6). */
import { useEffect, useState } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { lockedText, wayText } from "../../text/locked.ts";
import { AskOtherDevice } from "./AskOtherDevice.tsx";
import css from "./locked.module.css";
import { type LockedWay, lockedWays } from "./locked-ways.ts";
import { OpenForm } from "./OpenForm.tsx";
import { RecoverForm } from "./RecoverForm.tsx";
import { StartOverForm } from "./StartOverForm.tsx";

type LockedVaultProps = { readonly isLimited: boolean };

export function LockedVault({ isLimited }: LockedVaultProps) {
  const { account } = useServices();
  const { holdsKey, lookAgain } = useHoldsKey();
  const ways = lockedWays({ isLimited, holdsKey });
  const [chosen, setChosen] = useState<LockedWay>();
  const way = chosen !== undefined && ways.includes(chosen) ? chosen : (ways[0] as LockedWay);
  const handleAccepted = (): void => {
    lookAgain();
    setChosen("device");
  };
  return (
    <>
      <RadioGroup
        aria-label={lockedText.ways}
        className={css.ways as string}
        value={way}
        onChange={(value) => setChosen(value as LockedWay)}
      >
        {ways.map((one) => (
          <Radio key={one} value={one} className={css.way as string}>
            <span className={css.wayName}>{wayText[one][0]}</span>
            <span className={css.wayHint}>{wayText[one][1]}</span>
          </Radio>
        ))}
      </RadioGroup>
      <WayForm key={way} way={way} isLimited={isLimited} onAccepted={handleAccepted} />
      <Button tone="quiet" wide onPress={() => void account.endSession()}>
        {lockedText.leave}
      </Button>
    </>
  );
}

type WayFormProps = { readonly way: LockedWay; readonly isLimited: boolean; readonly onAccepted: () => void };

function WayForm({ way, isLimited, onAccepted }: WayFormProps) {
  switch (way) {
    case "password":
      return <OpenForm />;
    case "other-device":
      return <AskOtherDevice onAccepted={onAccepted} />;
    case "start-over":
      return <StartOverForm isLimited={isLimited} />;
    default:
      return <RecoverForm way={way} asksCurrent={!isLimited} />;
  }
}

/** Asked of the keys once, and again when something was accepted. */
function useHoldsKey() {
  const { security } = useServices();
  const [holdsKey, setHoldsKey] = useState(false);
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is what asks again
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
