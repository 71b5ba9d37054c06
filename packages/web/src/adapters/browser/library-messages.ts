/** Parses messages of other tabs about the library. See tab-messages.ts for the others. */
import type { AttachmentMessage } from "@satchel/core/library/attachments/attachments-service-types.ts";
import type { TabMessage } from "@satchel/core/library/index/library-service.ts";
import { isMetaChange } from "@satchel/core/library/index/sync-meta.ts";
import type { NeedsYouReason } from "@satchel/core/model/entities/note.ts";
import { isCount, isTime } from "@satchel/core/model/entities/parsing/ranges.ts";
import type { CycleProblem } from "@satchel/core/sync/context/cycle-types.ts";
import type { SyncMessage } from "@satchel/core/sync/schedule/sync-service.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { parseSyncSettings, toStoredSyncSettings } from "@satchel/core/sync/settings/sync-settings.ts";
import type { SettingsMessage } from "@satchel/core/sync/settings/sync-settings-service.ts";
import { type Fields, isFields } from "./tab-messages.ts";

export function parseSyncMessage(value: unknown): SyncMessage | undefined {
  if (!isFields(value)) return undefined;
  if (value.kind === "nudge") return { kind: "nudge" };
  return value.kind === "state" && isSyncState(value.state) ? { kind: "state", state: value.state } : undefined;
}

/** Replaces invalid settings by the defaults, as is done for stored ones. */
export function parseSettingsMessage(value: unknown): SettingsMessage | undefined {
  if (!isFields(value) || value.kind !== "chosen" || !isFields(value.settings)) return undefined;
  const settings = value.settings as SettingsMessage["settings"];
  return { kind: "chosen", settings: parseSyncSettings(toStoredSyncSettings(settings)) };
}

export function parseAttachmentMessage(value: unknown): AttachmentMessage | undefined {
  if (!isFields(value) || typeof value.id !== "string") return undefined;
  const { id, percent } = value;
  if (percent === undefined) return { id, percent };
  return typeof percent === "number" && percent >= 0 && percent <= 100 ? { id, percent } : undefined;
}

/** Checks only the shape; the library brings values within the rows into range, as it does for rows of the database. */
export function parseLibraryMessage(value: unknown): TabMessage | undefined {
  if (!isFields(value) || value.kind !== "committed" || !isFields(value.writes)) return undefined;
  const isKnown = value.origin === "user" || value.origin === "sync" || value.origin === "restore";
  return isKnown && areWrites(value.writes) ? (value as TabMessage) : undefined;
}

const PHASES: ReadonlySet<unknown> = new Set<SyncState["phase"]>(["off", "idle", "syncing", "waiting"]);

const PROBLEMS: Readonly<Record<CycleProblem["kind"], true>> = {
  offline: true,
  "timed-out": true,
  "answer-lost": true,
  "access-expired": true,
  "scope-missing": true,
  "api-disabled": true,
  "policy-refused": true,
  throttled: true,
  "server-error": true,
  "storage-full": true,
  "not-found": true,
  "id-in-use": true,
  "cursor-invalid": true,
  "target-changed": true,
  "not-connected": true,
  rejected: true,
  "unusable-response": true,
  "storage-denied": true,
  "other-library": true,
  "storage-broken": true,
  "vault-locked": true,
  stopped: true,
  "mass-removal": true,
};

const REASONS: Readonly<Record<NeedsYouReason, true>> = {
  "storage-full": true,
  "not-permitted": true,
  refused: true,
  unsealable: true,
  "too-large": true,
  damaged: true,
  locked: true,
};

function isSyncState(value: unknown): value is SyncState {
  if (!isFields(value)) return false;
  const counts = [
    value.pendingCount,
    value.unreadableCount,
    value.unsealedCount ?? 0,
    value.wentBackCount ?? 0,
    value.missingApprovedCount ?? 0,
  ];
  if (!PHASES.has(value.phase) || !counts.every(isCount)) return false;
  if (value.lastCompleteAt !== undefined && !isTime(value.lastCompleteAt)) return false;
  if (value.refusal !== undefined && !isKeyOf(REASONS, value.refusal)) return false;
  return (value.problem === undefined || isProblem(value.problem)) && (value.progress === undefined || isProgress(value.progress));
}

const isProgress = (value: unknown): boolean => isFields(value) && isCount(value.done) && isCount(value.total);

function isProblem(value: unknown): boolean {
  if (!isFields(value) || !isKeyOf(PROBLEMS, value.kind)) return false;
  if (value.kind === "mass-removal") return isCount(value.count);
  return Object.values(value).every((field) => field === undefined || typeof field === "string" || Number.isFinite(field));
}

const isKeyOf = (table: object, key: unknown): boolean => typeof key === "string" && Object.hasOwn(table, key);

const isText = (value: unknown): boolean => typeof value === "string";
const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isItem));
const isVersions = (value: unknown): boolean => isFields(value) && Object.values(value).every(Number.isFinite);
const hasTexts = (names: readonly string[]) => (value: unknown) => isFields(value) && names.every((name) => isText(value[name]));

const isEntity = (value: unknown): boolean =>
  isFields(value) &&
  isText(value.id) &&
  (value.kind === "note" || value.kind === "folder") &&
  isVersions(value.vv) &&
  isVersions(value.alive);
const isFile = (value: unknown): boolean =>
  isFields(value) && isText(value.fileId) && isText(value.id) && isVersions(value.vv) && Number.isFinite(value.version);

/** Item check for each list that a write may have. */
const ITEMS: Readonly<Record<string, (item: unknown) => boolean>> = {
  entities: isEntity,
  remote: isFile,
  forgetRemote: isText,
  attempts: hasTexts(["id"]),
  forgetAttempts: isText,
  packs: hasTexts(["fileId"]),
  forgetPacks: isText,
  forgetConflicts: isText,
  attachments: hasTexts(["id"]),
  forgetAttachments: isText,
  unreferenced: hasTexts(["fileId"]),
  forgetUnreferenced: isText,
};

function areWrites(writes: Fields): boolean {
  const { meta } = writes;
  return Object.entries(ITEMS).every(([name, isItem]) => isListOf(writes[name], isItem)) && (meta === undefined || isMetaChange(meta));
}
