/** Expected failures in the server: values with a code of the contract, converted to a response once, by http/problem.ts. */
import type { ANYWHERE, RefusalCode } from "@satchel/contract/refusals.ts";
import { StoreFailure, type StoreFailureDetails } from "@satchel/drive/result.ts";

export type AnywhereCode = (typeof ANYWHERE)[number];
export type RefusalDetails = { readonly field?: string; readonly retryAfterMs?: number };

export class Refusal<Code extends RefusalCode = RefusalCode> {
  readonly code: Code;
  readonly details: RefusalDetails;

  constructor(code: Code, details: RefusalDetails) {
    this.code = code;
    this.details = details;
  }
}

export function refuse<const Code extends RefusalCode>(code: Code, details: RefusalDetails = {}): Refusal<Code> {
  return new Refusal(code, details);
}

export function isRefused<Value, Code extends RefusalCode>(answer: Value | Refusal<Code>): answer is Refusal<Code> {
  return answer instanceof Refusal;
}

/** The loggable parts of a thrown error: its kind and location, never its message, which may quote request data. */
type Failure = { readonly failure: string; readonly errorCode: unknown; readonly stack: readonly string[] } & Partial<StoreFailureDetails>;

export function describeFailure(error: unknown): Failure {
  const known = error instanceof Error ? error : new Error("unknown");
  const details = known instanceof StoreFailure ? known.details : {};
  return { failure: known.name, errorCode: (known as NodeJS.ErrnoException).code, ...details, stack: framesOf(known) };
}

// The first line of a stack is the error's message; the frames below it contain names of functions and files only.
function framesOf(error: Error): readonly string[] {
  const lines = (error.stack ?? "").split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
}
