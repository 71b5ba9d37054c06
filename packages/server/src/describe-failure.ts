/** What may be logged of an error that was thrown: its kind and where, never its sentence, which may quote what was sent. */
export type Failure = { readonly failure: string; readonly errorCode: unknown; readonly stack: readonly string[] };

export function describeFailure(error: unknown): Failure {
  const known = error instanceof Error ? error : new Error("unknown");
  return { failure: known.name, errorCode: (known as NodeJS.ErrnoException).code, stack: framesOf(known) };
}

// The first line of a stack is the error's message; the frames below it hold names of functions and files only.
function framesOf(error: Error): readonly string[] {
  const lines = (error.stack ?? "").split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
}
