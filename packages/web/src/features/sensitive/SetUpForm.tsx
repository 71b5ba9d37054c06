/** First use: a new password typed twice. Spec A §2.13, A §5 "Sensitive password modal". */
import { checkSensitivePassword } from "@satchel/core/vault/sensitive/check-sensitive.ts";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useForm } from "../../shared/hooks/use-form.ts";
import { Notice } from "../../shared/notices/Notice.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { sensitiveText, toSensitiveSentences } from "../../text/notes/sensitive.ts";
import css from "./sensitive.module.css";

type SetUpFormProps = {
  readonly takesFocus: boolean;
  readonly onDone: () => void;
};

export function SetUpForm({ takesFocus, onDone }: SetUpFormProps) {
  const { sensitive, kind } = useLibrary();
  const [formProblem, setFormProblem] = useState<string>();
  const { values, field, busy, handleSubmit } = useForm({
    initial: { password: "", confirmation: "" },
    check: (typed) => toSensitiveSentences(checkSensitivePassword(typed)),
    submit: async ({ password }) => {
      setFormProblem(undefined);
      const done = await sensitive.setUp(password);
      if (done.ok) onDone();
      // Another device was first: the folder's state changes, and the form for its password takes this one's place.
      else if (done.problem.kind !== "sensitive-exists") setFormProblem(sensitiveText.setUpFailed);
      return undefined;
    },
  });
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <p className={css.sentence}>{sensitiveText.setUpSentence}</p>
      {kind === "cloud" ? (
        <p className={css.sentence}>{sensitiveText.setUpRecovery}</p>
      ) : (
        <Notice tone="warning" shape="box" icon={<TriangleAlert />}>
          {sensitiveText.setUpNoRecovery}
        </Notice>
      )}
      <PasswordField label={sensitiveText.choosePassword} autoComplete="new-password" autoFocus={takesFocus} {...field("password")} />
      <PasswordField label={sensitiveText.confirmPassword} autoComplete="new-password" {...field("confirmation")} />
      <Problem sentence={formProblem} />
      <Button
        label={busy ? sensitiveText.settingUp : sensitiveText.setUp}
        type="submit"
        tone="primary"
        wide
        busy={busy}
        isDisabled={values.password === ""}
      />
    </form>
  );
}
