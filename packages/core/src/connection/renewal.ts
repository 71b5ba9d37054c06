/** When an access token is renewed, and how long to wait after a failed attempt. Pure. Spec B §9 "Reconnect", drive-contract §5.3. */
import { CONNECTION } from "../model/limits.ts";

/** Five minutes before the end; a short-lived token half-way. */
export function renewAfterMs(lifetimeMs: number): number {
  return Math.max(lifetimeMs - CONNECTION.renewBeforeMs, lifetimeMs / 2);
}

/** Undefined: no more attempts by itself. */
export function retryAfterMs(attempts: number): number | undefined {
  if (attempts >= CONNECTION.reconnectAttempts) return undefined;
  return Math.min(CONNECTION.reconnectFirstMs * 2 ** attempts, CONNECTION.reconnectMaxMs);
}
