/** CORS on every answer of the drive, errors too; `ETag` stays hidden as on the real service. drive-contract §1.17. */
import type { DriveRequest, DriveResponse } from "./drive-request.ts";

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

/** Contents bring them along: putting them there a second time costs more than the rest of a small read. */
export function withCors(response: DriveResponse): DriveResponse {
  if ("access-control-expose-headers" in response.headers) return response;
  // Not by spreading, which costs more.
  return Object.assign({}, response, { headers: Object.assign({}, response.headers, ON_EVERY_ANSWER) });
}
