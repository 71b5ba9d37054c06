/** Form state: values, and which problems to show yet (after leaving a field or submitting). Core supplies the rules. */
import { type FormEvent, useState } from "react";
import { useSignedOutServices } from "../services.ts";

export type FieldProblems<Values> = { readonly [Name in keyof Values]?: string };

type FormOptions<Values> = {
  readonly initial: Values;
  readonly check: (values: Values) => FieldProblems<Values>;
  /** Resolves to problems that the server found in fields, if any. */
  readonly submit: (values: Values) => Promise<FieldProblems<Values> | undefined>;
};

export function useForm<Values extends Readonly<Record<string, string | boolean>>>({ initial, check, submit }: FormOptions<Values>) {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<keyof Values>>(new Set());
  const [refused, setRefused] = useState<FieldProblems<Values>>({});
  const [busy, setBusy] = useState(false);
  const found = check(values);

  const change = <Name extends keyof Values>(name: Name, value: Values[Name]): void => {
    setValues((previous) => ({ ...previous, [name]: value }));
    setRefused(({ [name]: _, ...others }) => others as FieldProblems<Values>);
  };

  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setTouched(new Set(Object.keys(values)));
    if (Object.keys(found).length > 0) {
      focusFirstProblem(event.currentTarget, Object.keys(values), found);
      return;
    }
    setBusy(true);
    try {
      setRefused((await submit(values)) ?? {});
    } finally {
      // Also runs after an exception, so that the user can try again.
      setBusy(false);
    }
  };

  const problemOf = (name: keyof Values): string | undefined => refused[name] ?? (touched.has(name) ? found[name] : undefined);

  /** Props of a text field. An empty field that was only passed through is not marked as invalid. */
  const field = (name: keyof Values & string) => ({
    name,
    value: values[name] as string,
    problem: problemOf(name),
    onChange: (value: string) => change(name, value as Values[typeof name]),
    onBlur: () => {
      if (values[name] !== "") setTouched((previous) => new Set(previous).add(name));
    },
  });

  return { values, field, change, problemOf, busy, handleSubmit };
}

function focusFirstProblem(form: HTMLFormElement, names: readonly string[], found: object): void {
  const first = names.find((name) => name in found);
  const element = first === undefined ? null : form.elements.namedItem(first);
  if (element instanceof HTMLElement) element.focus();
}

/** A form's problem. `until` (Unix milliseconds, device clock) is shown as a countdown. Spec A §8. */
export type FormProblemValue = string | { readonly until: number };

export function useFormProblem() {
  const { clock } = useSignedOutServices();
  const [formProblem, setFormProblem] = useState<FormProblemValue>();
  /** Clears the problem if called without a sentence. */
  const showProblem = (sentence?: string, refusal?: { readonly kind: string; readonly retryAfterMs?: number }): void =>
    setFormProblem(refusal?.retryAfterMs === undefined ? sentence : { until: clock.now() + refusal.retryAfterMs });
  return { formProblem, showProblem };
}
