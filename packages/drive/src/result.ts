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

/** Thrown when the server's disk is full; the user's quota may have room. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";

  constructor() {
    super("no room left on the disk");
  }
}

/** A blob ends before a range that lay inside it when it was stored. */
export class ShortBlob extends Error {
  override readonly name = "ShortBlob";

  constructor() {
    super("a blob is shorter than it was when it was stored");
  }
}

/** Thrown by a store that cannot be reached or fails. `details` may be logged: no key, token, header or body is in it. */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";
  readonly details: StoreFailureDetails;
  readonly code: string;

  constructor(details: StoreFailureDetails) {
    super(`${details.operation} at ${details.host} failed: ${details.cause}`);
    this.details = details;
    this.code = details.cause;
  }
}

/** `cause` is a code of the system (ECONNREFUSED), of PostgreSQL (57P01), an HTTP status, or "timed out". */
export type StoreFailureDetails = { readonly host: string; readonly operation: string; readonly cause: string };

/** Returns the code of an error or of what caused it; fetch wraps the cause in a TypeError. */
export function causeOf(error: unknown): string {
  const { code, cause, errors, name } = error as { readonly [part in "code" | "cause" | "errors" | "name"]?: unknown };
  if (typeof code === "string") return code;
  if (cause !== undefined) return causeOf(cause);
  if (Array.isArray(errors) && errors.length > 0) return causeOf(errors[0]);
  return typeof name === "string" ? name : "unknown";
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
