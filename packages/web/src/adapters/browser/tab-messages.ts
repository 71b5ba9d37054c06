/** Parses other tabs' messages and drops invalid ones. Messages about the library are parsed in library-messages.ts. */
import type { ConnectionMessage } from "@satchel/core/connection/token-source-service.ts";
import type { Channel } from "@satchel/core/ports/environment.ts";
import type { SessionMessage } from "@satchel/core/vault/account/account-service.ts";
import type { ApprovalMessage } from "@satchel/core/vault/approval/approval-service-types.ts";
import type { SensitiveMessage } from "@satchel/core/vault/sensitive/sensitive-session-service.ts";

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

export function parseSessionMessage(value: unknown): SessionMessage | undefined {
  if (!isFields(value)) return undefined;
  if (value.kind === "changed") return { kind: "changed" };
  if (value.kind !== "signed-out") return undefined;
  const { reason } = value;
  if (reason === undefined) return { kind: "signed-out" };
  return reason === "session-ended" || reason === "session-revoked" ? { kind: "signed-out", reason } : undefined;
}

export function parseSensitiveMessage(value: unknown): SensitiveMessage | undefined {
  if (!isFields(value)) return undefined;
  return value.kind === "locked" || value.kind === "active" ? { kind: value.kind } : undefined;
}

export function parseConnectionMessage(value: unknown): ConnectionMessage | undefined {
  if (!isFields(value)) return undefined;
  const { kind, who, token, endsAt } = value;
  if (kind === "changed" || kind === "settled") return { kind };
  if (typeof who !== "string") return undefined;
  if (kind === "lost") return { kind, who };
  if (kind !== "access" || typeof token !== "string" || token === "" || !Number.isFinite(endsAt)) return undefined;
  return { kind, who, token, endsAt: endsAt as number };
}

export function parseApprovalMessage(value: unknown): ApprovalMessage | undefined {
  if (!isFields(value)) return undefined;
  const { kind, requestId, role, code } = value;
  if (typeof requestId !== "string") return undefined;
  if (kind === "taken") return { kind, requestId };
  if (kind !== "scanned" || (role !== "n" && role !== "a") || !isFields(code)) return undefined;
  const { fingerprint, secret } = code;
  if (typeof fingerprint !== "string" || typeof secret !== "string") return undefined;
  return { kind, requestId, role, code: { fingerprint, secret } };
}

export type ClosableChannel<Message> = Channel<Message> & { close(): void };

/** Opens a channel between the tabs of this origin that delivers only messages that parse. Without BroadcastChannel it delivers none. */
export function openTabChannel<Message>(name: string, parse: (value: unknown) => Message | undefined): ClosableChannel<Message> {
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  return {
    // Work may end after its library was closed; posting then would throw in the browser.
    post(message) {
      if (!isClosed) channel.postMessage(message);
    },
    onMessage(listener) {
      const handleMessage = (event: MessageEvent<unknown>): void => {
        const message = parse(event.data);
        if (message !== undefined) listener(message);
      };
      channel.addEventListener("message", handleMessage);
      return () => channel.removeEventListener("message", handleMessage);
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
