/** Changes the folder's password: the current one, and the new one twice. Spec A §5, encryption.md 3.5 (8) "Change". */
import { checkSensitivePassword } from "@satchel/core/vault/sensitive/check-sensitive.ts";
import { FormProblem } from "../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { type FieldProblems, useForm, useFormProblem } from "../../shared/hooks/use-form.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { passwordMissing, sensitiveText, toSensitiveSentences, unlockSentence } from "../../text/notes/sensitive.ts";
import css from "./sensitive.module.css";

type Values = { readonly current: string; readonly password: string; readonly confirmation: string };

export function ChangeForm({ onDone }: { readonly onDone: () => void }) {
  const { sensitive } = useLibrary();
  const { status } = useServices();
  const { formProblem, showProblem } = useFormProblem();
  const { values, field, busy, handleSubmit } = useForm<Values>({
    initial: { current: "", password: "", confirmation: "" },
    check: checkChange,
    submit: async ({ current, password }) => {
      showProblem();
      const changed = await sensitive.change(current, password);
      if (changed.ok) {
        status.show({ id: "sensitive-password-changed" }, { subject: "sensitive" });
        return void onDone();
      }
      const sentence = unlockSentence(changed.problem, sensitiveText.setUpFailed);
      if (changed.problem.kind === "sensitive-refused") return { current: sentence };
      showProblem(sentence, changed.problem);
      return undefined;
    },
  });
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <PasswordField label={sensitiveText.current} autoComplete="off" {...field("current")} />
      <PasswordField label={sensitiveText.next} autoComplete="new-password" {...field("password")} />
      <PasswordField label={sensitiveText.confirmNext} autoComplete="new-password" {...field("confirmation")} />
      <FormProblem problem={formProblem} />
      <div className={css.choice}>
        <Button
          label={busy ? sensitiveText.changing : sensitiveText.change}
          type="submit"
          tone="primary"
          busy={busy}
          isDisabled={values.current === "" || values.password === ""}
        />
      </div>
    </form>
  );
}

function checkChange({ current, password, confirmation }: Values): FieldProblems<Values> {
  return {
    ...(current === "" ? { current: passwordMissing } : {}),
    ...(password !== "" && password === current ? { password: sensitiveText.sameAsCurrent } : {}),
    ...toSensitiveSentences<Values>(checkSensitivePassword({ password, confirmation })),
  };
}
