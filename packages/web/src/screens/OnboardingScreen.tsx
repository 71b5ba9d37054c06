/** /onboarding. Spec A §2.5. */
import { Onboarding } from "../features/onboarding/Onboarding.tsx";

export function OnboardingScreen() {
  return <Onboarding />;
}
