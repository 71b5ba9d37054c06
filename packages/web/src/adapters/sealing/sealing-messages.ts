/** What page and worker say to each other: a method of the door with its arguments, and its answer. */
import type { SealingApi } from "./sealing-api.ts";

export type Method = keyof SealingApi;
export type Ask<M extends Method = Method> = { readonly turn: number; readonly method: M; readonly args: Parameters<SealingApi[M]> };
export type Answer = { readonly turn: number; readonly value: unknown } | { readonly turn: number; readonly error: string };

/** The worker's first word, and no call's answer: its script came, and what it is asked is heard. */
export const HELLO = { turn: 0, value: undefined } as const satisfies Answer;

export const METHODS = [
  "prepareRegistration",
  "deriveForSignIn",
  "prepareVault",
  "openVault",
  "install",
  "dropPrepared",
  "restore",
  "owner",
  "pendingRecoveryKey",
  "forgetPendingRecoveryKey",
  "lock",
  "forget",
  "openWithRecoveryKey",
  "openDriveCopy",
  "opensVault",
  "openWithDevice",
  "openedRecoveryKey",
  "prepareNewPassword",
  "prepareRecoveryKey",
  "withRecoveryKey",
  "takeRecoveryKey",
  "prepareFreshVault",
  "prepareAdoption",
  "follow",
  "vouchesFor",
  "keptDocument",
  "driveCopyOf",
  "isDriveCopy",
  "beginApproval",
  "revealApproval",
  "openWithApproval",
  "offerApproval",
  "approvalCode",
  "sealApproval",
  "sensitiveFolders",
  "prepareSensitive",
  "openSensitive",
  "openBoxedSensitive",
  "openOtherSensitive",
  "olderSensitive",
  "sensitivePasswords",
  "prepareSensitivePassword",
  "sensitiveWrite",
  "prepareBoxes",
  "prepareLocalSensitive",
  "openLocalSensitive",
  "changeLocalSensitive",
  "prepareJoin",
  "takeSensitive",
  "unlockedSensitive",
  "keepSensitive",
  "extendSensitive",
  "restoreSensitive",
  "lockSensitive",
  "sealSensitiveNote",
  "openSensitiveNote",
  "beginResealing",
  "resealNote",
  "resealFile",
  "endResealing",
  "sealDeviceRecord",
  "openDeviceRecord",
  "sealSignal",
  "openSignal",
  "sealAiConfig",
  "openAiConfig",
  "seal",
  "open",
  "sealPack",
  "openPack",
  "sealAttachment",
  "openAttachment",
  "sealLocalAttachment",
  "openLocalAttachment",
] as const satisfies readonly Method[];

/** Bytes that leave are given away instead of copied. */
export function bytesIn(value: unknown): readonly ArrayBuffer[] {
  const inner = inside(value, "value");
  const bytes = inside(inner, "bytes");
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

function inside(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value ? (value as Readonly<Record<string, unknown>>)[name] : value;
}
