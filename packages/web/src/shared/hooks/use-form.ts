/** State of a form: values, and which problems may be shown yet (after leaving a field, or after trying to send). Rules come in from core. */
import { type FormEvent, useState } from "react";
import { useSignedOutServices } from "../services.ts";

export type FieldProblems<Values> = { readonly [Name in keyof Values]?: string };

type FormOptions<Values> = {
  readonly initial: Values;
  readonly check: (values: Values) => FieldProblems<Values>;
  /** Answers what the other side found wrong with a field, if anything. */
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
      // Whatever broke on the way, the user can try again.
      setBusy(false);
    }
  };

  const problemOf = (name: keyof Values): string | undefined => refused[name] ?? (touched.has(name) ? found[name] : undefined);

  /** Everything a text field needs. An empty field is not marked merely because it was passed through. */
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

/** A form's problem; `until` (ms since 1970 UTC, device clock) is shown as a countdown. Spec A §8. */
export type FormProblemValue = string | { readonly until: number };

export function useFormProblem() {
  const { clock } = useSignedOutServices();
  const [formProblem, setFormProblem] = useState<FormProblemValue>();
  /** Without a sentence nothing is wrong any more. */
  const showProblem = (sentence?: string, refusal?: { readonly kind: string; readonly retryAfterMs?: number }): void =>
    setFormProblem(refusal?.retryAfterMs === undefined ? sentence : { until: clock.now() + refusal.retryAfterMs });
  return { formProblem, showProblem };
}
