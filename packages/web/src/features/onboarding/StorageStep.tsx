/** Step 3: connect the drive; nothing to do on the paid plans; 'Coming Soon' while no drive is configured. Spec A §2.5. */
import type { PlanType } from "@satchel/contract/plans.ts";
import { needsOwnDrive } from "@satchel/contract/plans.ts";
import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import { CircleCheck, Clock, HardDrive } from "lucide-react";
import { useState } from "react";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { connectionProblemText, onboardingText } from "../../text/account/onboarding.ts";
import { paymentNote, planText } from "../../text/account/plans.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./onboarding.module.css";

type StorageStepProps = { readonly plan: PlanType; readonly drive: ConnectionState };

export function StorageStep({ plan, drive }: StorageStepProps) {
  if (!needsOwnDrive(plan))
    return (
      <>
        <h1 className={css.title}>{onboardingText.readyTitle}</h1>
        <p className={css.sentence}>{onboardingText.readySentence}</p>
        <div className={css.card}>
          <CircleCheck className={css.good} width={24} height={24} aria-hidden />
          <div>
            <h2 className={css.pointName}>{planText[plan].summary}</h2>
            <p>{paymentNote}</p>
          </div>
        </div>
      </>
    );
  const name = drive.label ?? workspaceText.drive;
  return (
    <>
      <h1 className={css.title}>{onboardingText.storageTitle}</h1>
      <p className={css.sentence}>{onboardingText.storageSentence(name)}</p>
      {drive.isConfigured ? <ConnectCard drive={drive} name={name} /> : <ComingSoonCard />}
      <p className={css.sentence}>{onboardingText.connectSkip}</p>
    </>
  );
}

function ConnectCard({ drive, name }: { readonly drive: ConnectionState; readonly name: string }) {
  const { connection } = useServices();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isConnected = drive.kind === "connected";
  const handleConnect = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const asked = await connection.connect(PATHS.onboarding);
    if (!asked.ok) setProblem(connectionProblemText[asked.problem.kind]);
    setBusy(false);
  };
  return (
    <div className={css.card}>
      <HardDrive width={24} height={24} aria-hidden />
      <div className={css.cardWords}>
        <h2 className={css.pointName}>{name}</h2>
        <p>
          {isConnected
            ? drive.email === undefined
              ? onboardingText.connected
              : onboardingText.connectedAs(drive.email)
            : connectedNote(drive)}
        </p>
        {problem !== undefined && (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      {isConnected ? (
        <CircleCheck className={css.good} width={24} height={24} aria-hidden />
      ) : (
        <Button
          label={isBusy ? onboardingText.connecting : onboardingText.connect(name)}
          tone="primary"
          busy={isBusy}
          onPress={() => void handleConnect()}
        />
      )}
    </div>
  );
}

function connectedNote({ kind }: ConnectionState): string {
  return kind === "connecting" ? onboardingText.connecting : onboardingText.notYetConnected;
}

function ComingSoonCard() {
  return (
    <div className={css.card}>
      <Clock width={24} height={24} aria-hidden />
      <div>
        <h2 className={css.pointName}>{onboardingText.comingSoonTitle}</h2>
        <p>{onboardingText.comingSoonSentence}</p>
      </div>
    </div>
  );
}
