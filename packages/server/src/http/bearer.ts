/** The token of an Authorization header. `Basic <token>` and `Bearer <token>` mean the same: the opaque session token (decision 0006). */
export function bearerOf(header: string | undefined): string | undefined {
  return /^(?:basic|bearer) +([A-Za-z0-9_-]{1,200})$/i.exec(header?.trim() ?? "")?.[1];
}
