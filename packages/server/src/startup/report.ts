/** The shape of the operator's commands. */
import type { Services } from "../services.ts";

/** Outcome of an operator's command: lines to print, and whether the process ends with an error. */
export type Report = { readonly lines: readonly string[]; readonly isFailure: boolean };

/** Throws a `StartProblem` with one sentence if it cannot run. */
export type Command = (services: Services, args: readonly string[]) => Promise<Report>;
