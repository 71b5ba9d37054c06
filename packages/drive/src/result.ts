/**
 * Failures in this package: expected ones are values, and a store throws the two errors below. The package depends on no other, so it has
 * its own copy.
 */
export type Result<Value, Problem> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failed<Problem>(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem };
}

/** Thrown by a store when the disk is full and its port has no result for that. The server responds as for an exceeded quota. */
export class DiskFull extends Error {
  constructor() {
    super("no room left on the disk");
  }
}

/** Thrown on opening a database that a newer version has written. An older version does not know which data it must keep. */
export class NewerDatabase extends Error {
  constructor(file: string) {
    super(`${file} was written by a newer version of Satchel. Start that version, or a newer one; nothing in it was changed.`);
  }
}

/** A value, or a promise of one. Awaiting an available value costs more than a small read, so the read path does not await it. */
export type MaybePromise<Value> = Value | Promise<Value>;

export function whenThere<Value, Next>(value: MaybePromise<Value>, use: (value: Value) => MaybePromise<Next>): MaybePromise<Next> {
  return value instanceof Promise ? value.then(use) : use(value);
}
