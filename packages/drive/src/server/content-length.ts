/** The length of an answer. A streamed one declares it; of a body in memory the transport counts it. */
import type { DriveResponse } from "./drive-request.ts";

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
