/** Every label of encryption.md, once. A label never changes; a new meaning gets a new one. */
export const LABELS = {
  signIn: "satchel/1/sign-in",
  wrapPassword: "satchel/1/wrap/password",
  wrapRecovery: "satchel/1/wrap/recovery",
  wrapSensitive: "satchel/1/wrap/sensitive",
  wrapBackup: "satchel/1/wrap/backup",
  backupStream: "satchel/1/backup/stream",
  content: "satchel/1/content",
  proof: "satchel/1/proof",
  boundDocument: "satchel/1/document",
  boundCopy: "satchel/1/document-copy",
  sensitiveSalt: "satchel/1/sensitive/salt",
  sensitiveVerify: "satchel/1/sensitive/verify",
  box: "satchel/1/box",
  approve: "satchel/1/approve",
  approveCode: "satchel/1/approve-code",
  recoveryId: "satchel/1/rk-id",
  recoveryCheck: "satchel/1/rk-check",
} as const;

/** Joins the parts of an AAD. No part may hold a bar, so no two lists of parts give one text. */
export function aadOf(...parts: readonly string[]): string {
  if (parts.some((part) => part.includes("|"))) throw new Error("a part of an AAD holds a bar");
  return ["satchel/1", ...parts].join("|");
}
