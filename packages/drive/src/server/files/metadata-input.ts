/** Validates a metadata body: writable fields with their types and limits, in the form that plans use. drive-contract §1.2, §1.9. */
import { ok, type Result } from "../../result.ts";
import { parseTime } from "../../wire/time.ts";
import type { ServerLimits } from "../context/limits.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import type { JsonObject } from "../http/request-body.ts";

export type PropertyChanges = Readonly<Record<string, string | null>>;

/** An absent field stays unchanged, or gets its default on creation. */
export type MetadataInput = {
  readonly id?: string;
  readonly name?: string;
  readonly mimeType?: string;
  readonly description?: string;
  readonly parents?: readonly string[];
  readonly appProperties?: PropertyChanges;
  readonly properties?: PropertyChanges;
  readonly starred?: boolean;
  readonly trashed?: boolean;
  readonly createdTime?: number;
  readonly modifiedTime?: number;
  readonly viewedByMeTime?: number;
  readonly originalFilename?: string;
};

export type InputUse = "create" | "update" | "copy";

const READ_ONLY = new Set(
  (
    "explicitlyTrashed trashedTime spaces version size quotaBytesUsed md5Checksum sha1Checksum sha256Checksum headRevisionId ownedByMe owners " +
    "lastModifyingUser capabilities isAppAuthorized shared permissions permissionIds webViewLink iconLink thumbnailLink hasThumbnail " +
    "viewedByMe modifiedByMe modifiedByMeTime fileExtension fullFileExtension sharingUser driveId teamDriveId"
  ).split(" "),
);
// PostgreSQL does not accept NUL, and an unpaired surrogate is not valid text.
const HALF_PAIR = /\p{Surrogate}/u;
const MIME_TYPE = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

type Check<Value> = (value: unknown, limits: ServerLimits) => Result<Value, Refusal>;

/** Ignores unknown fields, as the service does. */
export function checkMetadata(body: JsonObject, use: InputUse, limits: ServerLimits): Result<MetadataInput, Refusal> {
  const input: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(body)) {
    const refusal = checkUse(field, use);
    if (refusal !== undefined) return refused(refusal);
    const check = Object.hasOwn(CHECKS, field) ? CHECKS[field] : undefined;
    const checked = check === undefined ? ok(undefined) : check(value, limits);
    if (!checked.ok) return checked;
    if (checked.value !== undefined) input[field] = checked.value;
  }
  return ok(input as MetadataInput);
}

function checkUse(field: string, use: InputUse): Refusal | undefined {
  if (READ_ONLY.has(field)) return refusals.notWritable(field);
  if (use !== "update") return undefined;
  if (field === "parents") return refusals.parentsNotWritable();
  return field === "id" || field === "createdTime" ? refusals.notWritable(field) : undefined;
}

const CHECKS: Readonly<Record<string, Check<unknown> | undefined>> = {
  id: (value) => checkText(value, "file.id", 200),
  name: (value, limits) => checkText(value, "name", limits.nameChars),
  mimeType: (value) => {
    const text = checkText(value, "mimeType", 255);
    return !text.ok || text.value === undefined || MIME_TYPE.test(text.value) ? text : refused(refusals.invalid("mimeType"));
  },
  description: (value, limits) => (value === null ? ok("") : checkText(value, "description", limits.descriptionChars)),
  originalFilename: (value, limits) => checkText(value, "originalFilename", limits.nameChars),
  parents: checkParents,
  appProperties: (value, limits) => checkProperties(value, "appProperties", limits),
  properties: (value, limits) => checkProperties(value, "properties", limits),
  starred: (value) => checkFlag(value, "starred"),
  trashed: (value) => checkFlag(value, "trashed"),
  createdTime: (value) => checkTime(value, "createdTime"),
  modifiedTime: (value) => checkTime(value, "modifiedTime"),
  viewedByMeTime: (value) => checkTime(value, "viewedByMeTime"),
};

/** `null` counts as absent. */
function checkText(value: unknown, field: string, maxChars: number): Result<string | undefined, Refusal> {
  if (value === null) return ok(undefined);
  const isFine = typeof value === "string" && value.length <= maxChars && isPlainText(value);
  return isFine ? ok(value) : refused(refusals.invalid(field));
}

function checkFlag(value: unknown, field: string): Result<boolean | undefined, Refusal> {
  if (value === null) return ok(undefined);
  return typeof value === "boolean" ? ok(value) : refused(refusals.invalid(field));
}

function checkTime(value: unknown, field: string): Result<number | undefined, Refusal> {
  if (value === null) return ok(undefined);
  const time = typeof value === "string" ? parseTime(value) : undefined;
  return time === undefined ? refused(refusals.invalid(field)) : ok(time);
}

function checkParents(value: unknown): Result<readonly string[] | undefined, Refusal> {
  if (value === null) return ok(undefined);
  if (!Array.isArray(value) || !value.every((id) => typeof id === "string")) return refused(refusals.invalid("parents"));
  return value.length > 1 ? refused(refusals.tooManyParents()) : ok(value);
}

function checkProperties(value: unknown, field: string, limits: ServerLimits): Result<PropertyChanges | undefined, Refusal> {
  if (value === null) return ok(undefined);
  if (typeof value !== "object" || Array.isArray(value)) return refused(refusals.invalid(field));
  for (const [key, text] of Object.entries(value as object) as [string, unknown][]) {
    if (key === "" || !isPlainText(key) || (text !== null && (typeof text !== "string" || !isPlainText(text)))) {
      return refused(refusals.invalid(field));
    }
    if (text !== null && Buffer.byteLength(key) + Buffer.byteLength(text) > limits.propertyBytes)
      return refused(refusals.propertyTooLong());
  }
  return ok(value as PropertyChanges);
}

function isPlainText(text: string): boolean {
  return !text.includes("\0") && !HALF_PAIR.test(text);
}
