/** Step 2: free, basic or pro. Spec A §2.5, A §3 "Plans". */
import { PLAN_TYPES, type PlanType } from "@satchel/contract/plans.ts";
import { Check } from "lucide-react";
import { Radio, RadioGroup } from "react-aria-components";
import { onboardingText } from "../../text/account/onboarding.ts";
import { paymentNote, planNotOffered, planText } from "../../text/account/plans.ts";
import { commonText } from "../../text/labels.ts";
import css from "./onboarding.module.css";

type PlanStepProps = {
  /** Undefined until one is chosen. */
  readonly plan: PlanType | undefined;
  /** Name of the drive that can be connected; undefined if none is configured. */
  readonly drive: string | undefined;
  /** Plans that can be chosen; the others are shown as unavailable. */
  readonly choosable: readonly PlanType[];
  readonly onChoose: (plan: PlanType) => void;
};

export function PlanStep({ plan, drive, choosable, onChoose }: PlanStepProps) {
  return (
    <>
      <h1 className={css.title}>{onboardingText.planTitle}</h1>
      <p className={css.sentence}>{onboardingText.planSentence}</p>
      <RadioGroup
        aria-label={onboardingText.planTitle}
        className={css.plans as string}
        value={plan ?? null}
        onChange={(value) => onChoose(value as PlanType)}
      >
        {PLAN_TYPES.map((type) => (
          <PlanCard key={type} type={type} drive={drive} isOffered={choosable.includes(type)} />
        ))}
      </RadioGroup>
      {choosable.some((type) => type !== "free") && <p className={css.payment}>{paymentNote}</p>}
    </>
  );
}

type PlanCardProps = { readonly type: PlanType; readonly isOffered: boolean } & Pick<PlanStepProps, "drive">;

function PlanCard({ type, drive, isOffered }: PlanCardProps) {
  const { name, price, features, planned } = planText[type];
  return (
    <Radio value={type} isDisabled={!isOffered} className={css.plan as string}>
      <span className={css.planTop}>
        <span className={css.planName}>{name}</span>
        {type === "free" && <span className={css.recommended}>{onboardingText.recommended}</span>}
        <span className={css.tick} aria-hidden>
          <Check width={12} height={12} strokeWidth={3} />
        </span>
      </span>
      <span className={css.price}>{price}</span>
      {!isOffered && <span className={css.notOffered}>{planNotOffered}</span>}
      <span className={css.features}>
        {[...features, ...(type === "free" && drive !== undefined ? [drive] : [])].map((feature) => (
          <span key={feature} className={css.feature}>
            <Check width={14} height={14} aria-hidden />
            {feature}
          </span>
        ))}
        {planned.map((feature) => (
          <span key={feature} className={`${css.feature} ${css.comingSoon}`}>
            {feature}
            <small>{onboardingText.planned}</small>
          </span>
        ))}
        {type === "free" &&
          onboardingText.providersSoon.map((provider) => (
            <span key={provider} className={`${css.feature} ${css.comingSoon}`}>
              {provider}
              <small>{commonText.comingSoon}</small>
            </span>
          ))}
      </span>
    </Radio>
  );
}
