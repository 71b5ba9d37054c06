/** The wizard's frame: progress, the current step, and its buttons. Spec A §2.5. */
import { STEPS, type Step, stepNumber } from "@satchel/core/workspace/onboarding/steps.ts";
import { Check } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { Button } from "../../shared/ui/Button.tsx";
import { Logo } from "../../shared/ui/Logo.tsx";
import { onboardingText, stepText } from "../../text/account/onboarding.ts";
import { AllSetStep } from "./AllSetStep.tsx";
import css from "./onboarding.module.css";
import { PlanStep } from "./PlanStep.tsx";
import { StorageStep } from "./StorageStep.tsx";
import { useOnboarding, type Wizard } from "./use-onboarding.ts";
import { WelcomeStep } from "./WelcomeStep.tsx";

export function Onboarding() {
  const wizard = useOnboarding();
  const step = useFocusKept(wizard.step);
  return (
    <div className={css.page}>
      <header className={css.top}>
        <Logo />
        {wizard.step !== "all-set" && !wizard.canSkip && <Button label={onboardingText.skip} tone="quiet" onPress={wizard.skip} />}
      </header>
      <main className={css.main}>
        <Progress wizard={wizard} />
        <section ref={step} className={css.step} key={wizard.step} tabIndex={-1} aria-label={stepText[wizard.step]}>
          <StepContent wizard={wizard} />
        </section>
        <Buttons wizard={wizard} />
      </main>
    </div>
  );
}

/** Focuses a step whose buttons are still disabled, so that Tab continues from there. */
function useFocusKept(step: Step): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.matches(":disabled") === true;
    if (shown.current !== step && isLost) content.current?.focus();
    shown.current = step;
  }, [step]);
  return content;
}

function Progress({ wizard }: { readonly wizard: Wizard }) {
  const current = stepNumber(wizard.step);
  return (
    <ol className={css.progress} aria-label={onboardingText.steps}>
      {STEPS.map((step, index) => (
        <li key={step} className={progressClass(index + 1, current)} aria-current={step === wizard.step ? "step" : undefined}>
          <span className={css.number} aria-hidden>
            {index + 1 < current ? <Check width={12} height={12} strokeWidth={3} /> : index + 1}
          </span>
          <span className={css.stepName}>{stepText[step]}</span>
        </li>
      ))}
    </ol>
  );
}

function progressClass(number: number, current: number): string {
  if (number === current) return `${css.mark} ${css.current}`;
  return number < current ? `${css.mark} ${css.completed}` : (css.mark as string);
}

function StepContent({ wizard }: { readonly wizard: Wizard }) {
  switch (wizard.step) {
    case "welcome":
      return <WelcomeStep />;
    case "plan":
      return (
        <PlanStep
          plan={wizard.plan}
          choosable={wizard.choosable}
          drive={wizard.drive.isConfigured ? wizard.drive.label : undefined}
          onChoose={wizard.choosePlan}
        />
      );
    case "storage":
      return wizard.plan && <StorageStep plan={wizard.plan} drive={wizard.drive} />;
    case "all-set":
      return wizard.plan && <AllSetStep plan={wizard.plan} drive={wizard.drive} onImport={() => void wizard.finish(true)} />;
  }
}

function Buttons({ wizard }: { readonly wizard: Wizard }) {
  return (
    <div className={css.buttons}>
      {wizard.step !== "welcome" && <Button label={onboardingText.previous} size="large" onPress={wizard.goBack} />}
      <span className={css.gap} />
      {wizard.canSkip && <Button label={onboardingText.skipStorage} size="large" tone="quiet" onPress={wizard.skipStorage} />}
      {wizard.step === "all-set" ? (
        <Button
          label={wizard.isBusy ? onboardingText.starting : onboardingText.start}
          size="large"
          tone="primary"
          busy={wizard.isBusy}
          onPress={() => void wizard.finish()}
        />
      ) : (
        <Button
          label={onboardingText.continue}
          size="large"
          tone="primary"
          isDisabled={!wizard.canContinue}
          busy={wizard.isBusy}
          onPress={wizard.goOn}
        />
      )}
    </div>
  );
}
