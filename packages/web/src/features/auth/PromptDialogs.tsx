/** Sign-in dialogs: a refusal, an unreachable server, and the warning before local mode. Spec A §2.2. */
import { PATHS } from "@satchel/core/model/routes.ts";
import { Wrench } from "lucide-react";
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useNavigate } from "../../shared/router/router.ts";
import { useSignedOutServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { accountText } from "../../text/account/account.ts";
import { commonText } from "../../text/labels.ts";
import css from "./auth.module.css";

export function PromptDialogs() {
  const { prompts } = useSignedOutServices();
  const { signInFailed, maintenance, useLocally } = useStore(prompts.store, (state) => state);
  if (signInFailed !== undefined) return <SignInFailedDialog email={signInFailed.email} />;
  if (maintenance) return <MaintenanceDialog />;
  return useLocally ? <UseLocallyDialog /> : null;
}

function SignInFailedDialog({ email }: { readonly email: string }) {
  const { prompts } = useSignedOutServices();
  const navigate = useNavigate();
  const handleReset = (): void => {
    prompts.close();
    navigate(PATHS.forgotPassword, { state: { email } });
  };
  return (
    <Dialog
      role="alertdialog"
      title={accountText.failedTitle}
      onClose={prompts.close}
      actions={
        <>
          <Button label={accountText.resetPassword} onPress={handleReset} />
          <Button label={accountText.tryAgain} tone="primary" autoFocus onPress={prompts.close} />
        </>
      }
    >
      <p>{accountText.failedSentence}</p>
    </Dialog>
  );
}

function MaintenanceDialog() {
  const { prompts } = useSignedOutServices();
  return (
    <Dialog
      title={accountText.maintenanceTitle}
      icon={<Wrench width={20} height={20} aria-hidden />}
      onClose={prompts.close}
      actions={
        <>
          <Button label={commonText.close} onPress={prompts.close} />
          <Button label={accountText.useOfflineMode} tone="primary" onPress={prompts.raiseUseLocally} />
        </>
      }
    >
      <p>{accountText.maintenanceSentence}</p>
    </Dialog>
  );
}

function UseLocallyDialog() {
  const { prompts, localMode, status } = useSignedOutServices();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const handleConfirm = async (): Promise<void> => {
    setBusy(true);
    const enabled = await localMode.enable();
    prompts.close();
    if (enabled.ok) navigate(PATHS.notes);
    else status.show({ id: enabled.problem.kind === "unsupported" ? "local-mode-unsupported" : "local-mode-failed" });
  };
  return (
    <ConfirmDialog
      variant="warning"
      title={accountText.localTitle}
      confirm={accountText.localConfirm}
      busy={busy}
      onConfirm={handleConfirm}
      onCancel={prompts.close}
      message={
        <>
          <p>{accountText.localSentence}</p>
          <ul className={css.risks}>
            {accountText.localRisks.map(([name, sentence]) => (
              <li key={name}>
                <b>{name}.</b> {sentence}
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
