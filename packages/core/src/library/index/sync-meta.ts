/** Validates a library's bookkeeping field by field, from another tab and from the device's storage. Pure. */
import { isCount, isTime } from "../../model/entities/parsing/ranges.ts";
import { areTexts, isFields, isListOf } from "../../model/entities/parsing/record-values.ts";
import type { SyncMeta } from "../../ports/device/local-store.ts";

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isSince: Check = (value) => isFields(value) && isCount(value.count) && isTime(value.atMs);
const areIds: Check = (value) => isListOf(value, isText);

/** Check of each field's value, if present. */
const FIELDS: Readonly<Record<keyof SyncMeta, Check>> = {
  deviceId: isText,
  formerIds: areIds,
  recordWriters: areIds,
  ctr: isCount,
  cursor: isText,
  auditAt: isTime,
  target: (value) => isFields(value) && areTexts(value.targetId) && isFields(value.folderIds),
  vaultId: isText,
  idPool: areIds,
  initialSyncCompleted: (value) => typeof value === "boolean",
  lastCompleteAt: isTime,
  packDueAt: isTime,
  historyCtr: isCount,
  collectedAuditAt: isTime,
  strayNotes: areIds,
  recentRemovals: (value) => isListOf(value, isSince),
  wentBack: isSince,
};

const isField = (name: string, value: unknown): boolean => value === undefined || FIELDS[name as keyof SyncMeta]?.(value) !== false;

/** A write has only the fields that changed. */
export function isMetaChange(value: unknown): boolean {
  return isFields(value) && Object.entries(value).every((field) => isField(...field));
}

/**
 * Returns stored values, with defaults for invalid ones and a new device id if the counter is invalid. Returns undefined if the owner is
 * unreadable.
 */
export function toMeta(stored: unknown, fresh: SyncMeta): SyncMeta | undefined {
  if (!isFields(stored) || !isField("vaultId", stored.vaultId)) return undefined;
  if (isWhole(stored)) return stored as SyncMeta;
  const kept: Partial<SyncMeta> = Object.fromEntries(Object.entries(stored).filter((field) => field[1] !== undefined && isField(...field)));
  const { deviceId, ctr, formerIds = [] } = kept;
  const isSameDevice = deviceId && ctr !== undefined;
  const ids = isSameDevice ? {} : { deviceId: fresh.deviceId, ctr: fresh.ctr, formerIds: deviceId ? [...formerIds, deviceId] : formerIds };
  // Forces a full listing, because other values may have been wrong too.
  return { ...fresh, ...kept, ...ids, auditAt: 0 };
}

function isWhole(stored: Readonly<Record<string, unknown>>): boolean {
  return NEEDED.every((name) => stored[name] !== undefined) && stored.deviceId !== "" && isMetaChange(stored);
}

const NEEDED = ["deviceId", "ctr", "formerIds", "idPool", "auditAt", "initialSyncCompleted"] as const;

/** Bookkeeping of a new database. A new database is a new device: its id is never reused after a wipe. */
export function firstMeta(deviceId: string): SyncMeta {
  return {
    deviceId,
    formerIds: [],
    ctr: 0,
    cursor: undefined,
    auditAt: 0,
    target: undefined,
    vaultId: undefined,
    idPool: [],
    initialSyncCompleted: false,
    lastCompleteAt: undefined,
    packDueAt: undefined,
    collectedAuditAt: undefined,
  };
}
