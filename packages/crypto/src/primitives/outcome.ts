/** Expected failures of this package as values. The same shape as core's `Result`, which this package may not import. */
export type Outcome<Value, Problem> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function refused<Problem>(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem };
}
