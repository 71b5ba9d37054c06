/** How expected failure travels through the server: a value with a code of the contract, turned into an answer once, by http/problem.ts. */
import type { ANYWHERE, RefusalCode } from "@satchel/contract/refusals.ts";

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
