/**
 * Passwords for joining a Sensitive folder to the account: the folder's own and, if there is one, that of the account's folder.
 * encryption.md 3.5 (11).
 */
import type { Result } from "@satchel/core/model/result.ts";
import type { JoinFailure } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import { passwordMissing, sensitiveText, unlockSentence } from "../../text/notes/sensitive.ts";
import { useForm, useFormProblem } from "./use-form.ts";

type Joining = {
  readonly hasOwn: boolean;
  /** Sentence for every problem except a wrong password. */
  readonly failed: string;
  readonly join: (password: string, own: string | undefined) => Promise<Result<void, JoinFailure>>;
  readonly onDone?: () => void;
};

export function useJoinForm({ hasOwn, failed, join, onDone }: Joining) {
  const { formProblem, showProblem } = useFormProblem();
  const missing = (typed: string) => (typed === "" ? passwordMissing : undefined);
  const form = useForm({
    initial: { password: "", own: "" },
    check: ({ password, own }) => {
      const problems = { password: missing(password), own: hasOwn ? missing(own) : undefined };
      return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
    },
    submit: async ({ password, own }) => {
      showProblem();
      const joined = await join(password, hasOwn ? own : undefined);
      if (joined.ok) {
        onDone?.();
        return undefined;
      }
      const { problem } = joined;
      if (problem.kind === "own-refused") return { own: sensitiveText.refused };
      const sentence = unlockSentence(problem, failed);
      if (problem.kind === "sensitive-refused") return { password: sentence };
      showProblem(sentence, problem);
      return undefined;
    },
  });
  return { ...form, formProblem };
}
