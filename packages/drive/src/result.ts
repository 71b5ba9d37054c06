/** How failure travels in this package: what is expected as a value, and the two kinds that a store throws. The package is alone, so it has its own copy. */
export type Result<Value, Problem> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failed<Problem>(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem };
}

/** Thrown by a store where its port has no answer for a disk that is full; the server turns it into the same refusal as a full quota. */
export class DiskFull extends Error {
  constructor() {
    super("no room left on the disk");
  }
}

/** Thrown when a database is opened that a newer version has written: an older one would not know what it must keep. */
export class NewerDatabase extends Error {
  constructor(file: string) {
    super(`${file} was written by a newer version of Satchel. Start that version, or a newer one; nothing in it was changed.`);
  }
}

/** A value, or a promise of one. Awaiting a value that is there already costs more than a small read, so the read path does not. */
export type MaybePromise<Value> = Value | Promise<Value>;

export function whenThere<Value, Next>(value: MaybePromise<Value>, use: (value: Value) => MaybePromise<Next>): MaybePromise<Next> {
  return value instanceof Promise ? value.then(use) : use(value);
}
