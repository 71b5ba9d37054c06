/** A value that is at hand or on its way. Waiting for what is there already costs more than a small read, so the path of reads does not. */
export type Soon<Value> = Value | Promise<Value>;

export function whenThere<Value, Next>(value: Soon<Value>, use: (value: Value) => Soon<Next>): Soon<Next> {
  return value instanceof Promise ? value.then(use) : use(value);
}
