/** A value that is at hand or on its way. Waiting for what is there already costs more than a small read, so the path of reads does not. */
export type MaybePromise<Value> = Value | Promise<Value>;

export function whenThere<Value, Next>(value: MaybePromise<Value>, use: (value: Value) => MaybePromise<Next>): MaybePromise<Next> {
  return value instanceof Promise ? value.then(use) : use(value);
}
