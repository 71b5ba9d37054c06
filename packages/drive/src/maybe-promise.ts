/** A value, or a promise of one. Awaiting a value that is there already costs more than a small read, so the read path does not. */
export type MaybePromise<Value> = Value | Promise<Value>;

export function whenThere<Value, Next>(value: MaybePromise<Value>, use: (value: Value) => MaybePromise<Next>): MaybePromise<Next> {
  return value instanceof Promise ? value.then(use) : use(value);
}
