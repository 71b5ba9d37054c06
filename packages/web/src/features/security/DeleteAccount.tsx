/** Deletes the account here and on the server, after a confirmation word and the password. encryption.md 3.5 (13). */
import { useState } from "react";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useForm, useFormProblem } from "../../shared/hooks/use-form.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useStartOver } from "../../shared/router/router.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { credentialText } from "../../text/account/account.ts";
import { accountProblemText, securitySentence } from "../../text/account/account-problems.ts";
import { securityText } from "../../text/account/security.ts";
import { commonText } from "../../text/labels.ts";
import css from "./security.module.css";

export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title={securityText.deleteTitle} sentence={securityText.deleteSentence}>
      <div className={css.buttons}>
        <Button label={securityText.delete} tone="danger-quiet" onPress={() => setAsking(true)} />
      </div>
      {isAsking && <DeleteDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { security, status, connection } = useServices();
  const { sync } = useLibrary();
  const startOver = useStartOver();
  const drive = useStore(connection.store, (state) => (state.kind === "connected" && !state.isManaged ? state.label : undefined));
  const [eraseDrive, setEraseDrive] = useState(false);
  const [phrase, setPhrase] = useState("");
  const { formProblem, showProblem } = useFormProblem();
  const [isAccepted, setAccepted] = useState(false);
  const { field, busy, handleSubmit } = useForm({
    initial: { password: "" },
    check: ({ password }): { readonly password?: string } => (password === "" ? { password: credentialText["password-missing"] } : {}),
    submit: async ({ password }) => {
      showProblem();
      // Nothing may be written to the drive while it is erased.
      await sync.stop();
      const deleted = await security.deleteAccount(password, { eraseDrive: drive !== undefined && eraseDrive });
      if (deleted.ok) {
        startOver();
        status.show({ id: "account-deleted" }, { subject: "session" });
        status.show({ id: deleted.value.complete ? "device-cleared" : "device-not-cleared" }, { subject: "device" });
        return undefined;
      }
      sync.start();
      if (deleted.problem.kind === "step-waits") {
        setAccepted(true);
        return undefined;
      }
      const sentence = securitySentence(deleted.problem);
      if (deleted.problem.kind === "wrong-password") return { password: sentence };
      showProblem(sentence, deleted.problem);
      return undefined;
    },
  });
  // Submitting again would restart the wait.
  if (isAccepted)
    return (
      <Dialog title={securityText.deletionRequestedTitle} onClose={onClose}>
        <p role="status">{accountProblemText["step-waits"]}</p>
      </Dialog>
    );
  return (
    <Dialog role="alertdialog" title={securityText.deleteAskTitle} onClose={onClose}>
      <p>{securityText.deleteAskSentence}</p>
      <form className={css.form} onSubmit={handleSubmit} noValidate>
        <PasswordField label={securityText.keyPassword} autoComplete="current-password" {...field("password")} />
        <TextField label={securityText.deleteType(securityText.deletePhrase)} autoComplete="off" value={phrase} onChange={setPhrase} />
        {drive !== undefined && (
          <Checkbox name="eraseDrive" isSelected={eraseDrive} onChange={setEraseDrive}>
            {securityText.deleteErase(drive)}
          </Checkbox>
        )}
        <FormProblem problem={formProblem} />
        <div className={css.buttons}>
          <Button label={commonText.cancel} onPress={onClose} />
          <Button
            label={securityText.deleteConfirm}
            type="submit"
            tone="danger"
            busy={busy}
            isDisabled={phrase.trim() !== securityText.deletePhrase}
          />
        </div>
      </form>
    </Dialog>
  );
}
