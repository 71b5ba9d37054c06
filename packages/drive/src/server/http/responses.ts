/** Builds responses: JSON or empty, with their length, and with CORS headers. */
import type { DriveRequest, DriveResponse } from "./drive-request.ts";

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

/** Adds the content length. A streamed response declares it; for a body in memory the transport counts it. */
export type WholeBody = Uint8Array | string | undefined;
export type WholeAnswer = Omit<DriveResponse, "body"> & { readonly body: WholeBody };

export function isWhole(body: DriveResponse["body"]): body is WholeBody {
  return body === undefined || typeof body === "string" || body instanceof Uint8Array;
}

export function lengthOf(body: WholeBody): number {
  return body === undefined ? 0 : Buffer.byteLength(body);
}

export function withLength({ status, headers, body }: WholeAnswer): DriveResponse["headers"] {
  if (status === 204 || "content-length" in headers) return headers;
  return { ...headers, "content-length": String(lengthOf(body)) };
}

/** CORS headers on every response, including errors. `ETag` stays hidden, as on the real service. drive-contract §1.17. */
const SHARED = { "access-control-allow-origin": "*" };
const EXPOSED = "Location, Range, Content-Range, Content-Length, Retry-After";
export const ON_EVERY_ANSWER = { ...SHARED, "access-control-expose-headers": EXPOSED, "x-content-type-options": "nosniff" };
const PREFLIGHT = {
  ...SHARED,
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers":
    "authorization, content-type, range, content-range, if-match, x-upload-content-type, x-upload-content-length, x-goog-api-client",
  "access-control-max-age": "3600",
};

export function isPreflight(request: DriveRequest): boolean {
  return request.method === "OPTIONS";
}

export function preflightResponse(): DriveResponse {
  return { status: 204, headers: PREFLIGHT, body: undefined };
}

/** Responses with content have these headers already. Adding them twice costs more than the rest of a small read. */
export function withCors(response: DriveResponse): DriveResponse {
  if ("access-control-expose-headers" in response.headers) return response;
  // `Object.assign` is faster here than spreading.
  return Object.assign({}, response, { headers: Object.assign({}, response.headers, ON_EVERY_ANSWER) });
}
