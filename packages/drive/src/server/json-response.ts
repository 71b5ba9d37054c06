/** The plain shapes of an answer. */
import type { DriveResponse } from "./drive-request.ts";

export function jsonResponse(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): DriveResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=UTF-8", "cache-control": "private, no-store", ...headers },
    body: JSON.stringify(value),
  };
}

export function emptyResponse(status: number, headers: Readonly<Record<string, string>> = {}): DriveResponse {
  return { status, headers: { "cache-control": "private, no-store", ...headers }, body: undefined };
}
