/** Parses and prints the QR code's address and the typed characters that people carry between the two devices of an approval. Pure. encryption.md 3.5 (6). */
import { PATHS } from "../../model/routes.ts";
import type { ScannedCode } from "../../ports/sealing/approval-keys.ts";

/** `n`: the code of the new device. `a`: the code of the unlocked one. */
export type ApprovalRole = "n" | "a";
export type ApprovalLink = { readonly requestId: string; readonly role: ApprovalRole; readonly code: ScannedCode };

const VERSION = "2";
const MAX_LINK_CHARS = 200;
const FRAGMENT = /^2\.([\w-]{22})\.([na])\.([\w-]{43})\.([\w-]{22})$/;
/** Crockford's base32: no I, L, O and U. */
const CODE = /^[0-9A-HJKMNP-TV-Z]+$/;

export function toApprovalLink(origin: string, { requestId, role, code: { fingerprint, secret } }: ApprovalLink): string {
  return `${origin}${PATHS.approve}#${[VERSION, requestId, role, fingerprint, secret].join(".")}`;
}

/** Reads the part after `#`. */
export function parseApprovalFragment(fragment: string): ApprovalLink | undefined {
  const [, requestId, role, fingerprint, secret] = FRAGMENT.exec(fragment) ?? [];
  if (requestId === undefined || fingerprint === undefined || secret === undefined) return undefined;
  return { requestId, role: role as ApprovalRole, code: { fingerprint, secret } };
}

/** Reads what a camera found. Codes of other websites are not ours. */
export function parseApprovalLink(text: string, origin: string): ApprovalLink | undefined {
  const start = `${origin}${PATHS.approve}#`;
  return text.length <= MAX_LINK_CHARS && text.startsWith(start) ? parseApprovalFragment(text.slice(start.length)) : undefined;
}

/** Upper case, O as 0, I and L as 1, spaces and dashes dropped. `undefined` unless exactly `length` characters of the alphabet are left. */
export function parseApprovalCode(typed: string, length: number): string | undefined {
  const text = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}.]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return text.length === length && CODE.test(text) ? text : undefined;
}
