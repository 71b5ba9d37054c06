/** The folder's password, typed and tried: a refusal is shown at its field, other problems beneath. Spec A §5, A §8 "Sensitive". */
import { useForm, useFormProblem } from "../../shared/hooks/use-form.ts";
import { useLibrary } from "../../shared/services.ts";
import { passwordMissing, unlockSentence } from "../../text/sensitive.ts";

type Sentences = { readonly failed: string; readonly refused?: string };

/** `onUnlocked` answers what went wrong after all. */
export function useFolderPassword({ failed, refused }: Sentences, onUnlocked: () => Promise<string | undefined>) {
  const { sensitive } = useLibrary();
  const { formProblem, showProblem } = useFormProblem();
  const form = useForm({
    initial: { password: "" },
    check: ({ password }): { readonly password?: string } => (password === "" ? { password: passwordMissing } : {}),
    submit: async ({ password }) => {
      showProblem();
      const unlocked = await sensitive.unlock(password);
      if (unlocked.ok) {
        showProblem(await onUnlocked());
        return undefined;
      }
      const sentence = unlockSentence(unlocked.problem, failed, refused);
      if (unlocked.problem.kind === "sensitive-refused") return { password: sentence };
      showProblem(sentence, unlocked.problem);
      return undefined;
    },
  });
  return { ...form, formProblem };
}
