/** A reset or deletion that was requested by email: every signed-in device shows it and can cancel it. docs/decisions/0016. */

import type { PendingStep } from "@satchel/contract/accounts/pending-steps.ts";
import { deviceName } from "@satchel/contract/devices/device-name.ts";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Notice } from "../../shared/notices/Notice.tsx";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { securitySentence } from "../../text/account/account-problems.ts";
import { pendingStepText } from "../../text/account/pending-steps.ts";

export function PendingSteps() {
  const { account } = useServices();
  const steps = useStore(account.pendingSteps, (state) => state.steps);
  return steps.map((step) => <StepNotice key={step.id} step={step} />);
}

function StepNotice({ step }: { readonly step: PendingStep }) {
  const { security } = useServices();
  const { moment } = useDates();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const handleCancel = async (): Promise<void> => {
    setBusy(true);
    const canceled = await security.cancelStep(step.id);
    setBusy(false);
    setProblem(canceled.ok ? undefined : securitySentence(canceled.problem));
  };
  const action = <Button label={pendingStepText.cancel} size="small" tone="primary" busy={isBusy} onPress={() => void handleCancel()} />;
  return (
    <Notice tone="danger" urgent icon={<ShieldAlert />} actions={action}>
      {pendingStepText[step.kind](moment(step.takesEffectAt), deviceName(step.device), step.network)}
      {problem !== undefined && ` ${problem}`}
    </Notice>
  );
}
