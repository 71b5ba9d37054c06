/** Step 1: an overview of the steps. Spec A §2.5. */
import { CloudOff, HardDrive, ShieldCheck } from "lucide-react";
import { onboardingText } from "../../text/account/onboarding.ts";
import css from "./onboarding.module.css";

const ICONS = [ShieldCheck, HardDrive, CloudOff] as const;

export function WelcomeStep() {
  return (
    <>
      <h1 className={css.title}>{onboardingText.welcomeTitle}</h1>
      <p className={css.sentence}>{onboardingText.welcomeSentence}</p>
      <ul className={css.points}>
        {onboardingText.welcomePoints.map(([name, sentence], index) => {
          const Icon = ICONS[index] as typeof ShieldCheck;
          return (
            <li key={name} className={css.point}>
              <Icon width={20} height={20} aria-hidden />
              <div>
                <h2 className={css.pointName}>{name}</h2>
                <p>{sentence}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
