/** The page /onboarding. A locked vault must be unlocked first, because notes that cannot be read cannot be set up. Spec A §2.5. */
import { Onboarding } from "../features/onboarding/Onboarding.tsx";
import { useStore } from "../shared/hooks/use-store.ts";
import { useServices } from "../shared/services.ts";
import { LazyLockedScreen } from "./frame/lazy-gate-screens.ts";

export function OnboardingScreen() {
  const { account } = useServices();
  const session = useStore(account.store, (state) => state);
  if (session.kind === "signed-in" && session.vault === "locked") return <LazyLockedScreen {...session} />;
  return <Onboarding />;
}
