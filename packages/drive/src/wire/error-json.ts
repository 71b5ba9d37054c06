/** Builds the error body of Drive responses, and reads it defensively. The server decides which error applies. drive-contract §3. */
export type ErrorDetail = {
  readonly domain: string;
  readonly reason: string;
  readonly message: string;
  readonly locationType?: string;
  readonly location?: string;
};

export type ErrorJson = {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly errors: readonly ErrorDetail[];
    readonly status?: string;
  };
};

/** Returns the first reason of an error body, or undefined for HTML, plain text or any other shape. */
export function parseErrorReason(body: string): string | undefined {
  const details = readPath(parseJson(body), "error", "errors");
  const reason = Array.isArray(details) ? readPath(details[0], "reason") : undefined;
  return typeof reason === "string" ? reason : undefined;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function readPath(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[key];
  }
  return current;
}
