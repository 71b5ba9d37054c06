/** The folder's password, typed and tried: what was refused is told at its field, all else beneath. Spec A §5, A §8 "Sensitive". */
import { useState } from "react";
import { useForm } from "../../shared/hooks/use-form.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { passwordMissing, unlockSentence } from "../../text/sensitive.ts";

type Sentences = { readonly failed: string; readonly refused?: string };

/** `onUnlocked` answers what went wrong after all. */
export function useFolderPassword({ failed, refused }: Sentences, onUnlocked: () => Promise<string | undefined>) {
  const { sensitive } = useLibrary();
  const { clock } = useServices();
  const [retryAt, setRetryAt] = useState<number>();
  const [formProblem, setFormProblem] = useState<string>();
  const form = useForm({
    initial: { password: "" },
    check: ({ password }): { readonly password?: string } => (password === "" ? { password: passwordMissing } : {}),
    submit: async ({ password }) => {
      setFormProblem(undefined);
      setRetryAt(undefined);
      const unlocked = await sensitive.unlock(password);
      if (unlocked.ok) {
        setFormProblem(await onUnlocked());
        return undefined;
      }
      const sentence = unlockSentence(unlocked.problem, failed, refused);
      if (unlocked.problem.kind === "sensitive-refused") return { password: sentence };
      const { problem } = unlocked;
      if (problem.kind === "rate-limited" && problem.retryAfterMs !== undefined) setRetryAt(clock.now() + problem.retryAfterMs);
      else setFormProblem(sentence);
      return undefined;
    },
  });
  return { ...form, formProblem, retryAt };
}
