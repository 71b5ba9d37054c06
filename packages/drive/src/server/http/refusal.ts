/**
 * All errors of the server, with the status, reason and message of drive-contract §3. They are values, converted to JSON once, in
 * `toErrorResponse`.
 */
import { failed } from "../../result.ts";
import type { ErrorDetail } from "../../wire/error-json.ts";
import type { DriveResponse } from "./drive-request.ts";
import { jsonResponse } from "./responses.ts";

export type Refusal = {
  readonly status: number;
  readonly detail: ErrorDetail;
  /** The long outer message, if it differs from the inner one. */
  readonly message?: string;
  readonly topStatus?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export function toErrorResponse(refusal: Refusal): DriveResponse {
  const { detail, status, topStatus } = refusal;
  const error = { code: status, message: refusal.message ?? detail.message, errors: [detail], ...(topStatus && { status: topStatus }) };
  return jsonResponse(status, { error }, refusal.headers);
}

type Where = Partial<Pick<ErrorDetail, "domain" | "location" | "locationType">>;

function refuse(status: number, reason: string, message: string): Refusal {
  return { status, detail: { domain: "global", reason, message } };
}

function at(where: Where, refusal: Refusal): Refusal {
  return { ...refusal, detail: { ...refusal.detail, ...where } };
}

const parameter = (location: string): Where => ({ locationType: "parameter", location });

/** Google has no such error. A client that does not know the reason treats it as a failure of the server. */
export const DISK_FULL_REASON = "serverDiskFull";

export const refusals = {
  badRequest: (message: string) => refuse(400, "badRequest", message),
  invalid: (location: string) => at(parameter(location), refuse(400, "invalid", "Invalid Value")),
  invalidWith: (location: string, message: string) => at(parameter(location), refuse(400, "invalid", message)),
  invalidFields: (name: string) => at(parameter("fields"), refuse(400, "invalidParameter", `Invalid field selection ${name}`)),
  invalidNumber: (location: string, value: string) =>
    at(parameter(location), refuse(400, "badRequest", `Invalid value at '${location}' (TYPE_INT32), "${value}"`)),
  required: (location: string, message = `Required parameter: ${location}`) => at(parameter(location), refuse(400, "required", message)),
  parseError: () => refuse(400, "parseError", "Parse Error"),
  tooLarge: () => refuse(413, "uploadTooLarge", "The request is too large."),
  notFound: (fileId: string) => at(parameter("fileId"), refuse(404, "notFound", `File not found: ${fileId}.`)),
  noSuchMethod: () => refuse(404, "notFound", "Not Found"),
  noRevisions: () => refuse(403, "revisionsNotSupported", "The file does not support revisions."),
  noSuchRevision: (id: string) => at(parameter("revisionId"), refuse(404, "notFound", `Revision not found: ${id}.`)),
  uploadGone: () => refuse(404, "notFound", "Upload session not found."),
  idInUse: () => refuse(409, "fileIdInUse", "A file already exists with the provided ID."),
  idNotGenerated: () => at(parameter("file.id"), refuse(400, "invalid", "The provided file ID is not usable.")),
  notWritable: (field: string) =>
    refuse(403, "fieldNotWritable", `The resource body includes fields which are not directly writable: ${field}.`),
  parentsNotWritable: () =>
    refuse(
      403,
      "fieldNotWritable",
      "The parents field is not directly writable in update requests. Use the addParents and removeParents parameters instead.",
    ),
  tooManyParents: () => refuse(400, "multipleParentsNotSupported", "A file must have exactly one parent."),
  parentNotAFolder: () => refuse(403, "parentNotAFolder", "The specified parent is not a folder."),
  cyclicParents: () => refuse(403, "cyclicMembershipsNotAllowed", "A folder cannot lie inside itself."),
  rootNotWritable: () => refuse(403, "insufficientFilePermissions", "The user does not have sufficient permissions for this file."),
  noTrashHere: () => refuse(403, "notSupportedForAppDataFolderFiles", "Method not supported for files within the Application Data folder."),
  otherSpace: () => refuse(403, "notSupportedForAppDataFolderFiles", "Files cannot be moved in or out of the Application Data folder."),
  contentOnFolder: () => refuse(403, "fieldNotWritable", "A folder has no content."),
  propertyTooLong: () => refuse(403, "propertyLimitExceeded", "A property may not be longer than 124 bytes, key and value together."),
  tooManyProperties: () => refuse(403, "propertyLimitExceeded", "A file has too many properties."),
  storageFull: () => refuse(403, "storageQuotaExceeded", "The user's Drive storage quota has been exceeded."),
  tooManyChildren: () =>
    refuse(403, "numChildrenInNonRootLimitExceeded", "The limit for this folder's number of children has been exceeded."),
  tooDeep: () => refuse(403, "myDriveHierarchyDepthLimitExceeded", "The maximum depth of folders has been exceeded."),
  notCopyable: () => refuse(403, "cannotCopyFile", "This file cannot be copied by the user."),
  notDownloadable: () => at(parameter("alt"), refuse(403, "fileNotDownloadable", "Only files with binary content can be downloaded.")),
  badAcknowledgment: () =>
    at(
      parameter("acknowledgeAbuse"),
      refuse(403, "invalidAbuseAcknowledgment", "Only the owner of a file may download it after acknowledging a warning."),
    ),
  badRange: (bytes: number) => ({
    ...at({ locationType: "header", location: "Range" }, refuse(416, "requestedRangeNotSatisfiable", "Request range not satisfiable")),
    headers: { "content-range": `bytes */${bytes}` },
  }),
  needsAllDrives: () =>
    at(parameter("includeItemsFromAllDrives"), refuse(403, "teamDrivesParameterRequired", "The supportsAllDrives parameter is required.")),
  noAuthorization: (): Refusal => ({
    ...refuse(403, "forbidden", "Method doesn't allow unregistered callers. Please use an access token or an API key to call this API."),
    topStatus: "PERMISSION_DENIED",
  }),
  badToken: (): Refusal => ({
    ...at({ locationType: "header", location: "Authorization" }, refuse(401, "authError", "Invalid Credentials")),
    message: "Request had invalid authentication credentials. Expected OAuth 2 access token or other valid authentication credential.",
    topStatus: "UNAUTHENTICATED",
    headers: { "www-authenticate": 'Bearer realm="drive", error="invalid_token"' },
  }),
  scopeMissing: (): Refusal => ({
    ...refuse(403, "insufficientPermissions", "Insufficient Permission: Request had insufficient authentication scopes."),
    message: "Request had insufficient authentication scopes.",
    topStatus: "PERMISSION_DENIED",
    headers: { "www-authenticate": 'Bearer realm="drive", error="insufficient_scope"' },
  }),
  downloadRestricted: () => refuse(403, "download_restricted_for_revision", "This revision cannot be downloaded."),
  cannotUnpin: () => refuse(400, "illegalKeepForeverModification", "A revision that is kept forever can only be deleted."),
  tooManyPinned: () => refuse(403, "keepForeverLimitExceeded", "A file may keep 200 revisions forever."),
  lastRevision: () => refuse(403, "cannotDeleteOnlyRevision", "The head revision of a file cannot be deleted."),
  tooCostly: () =>
    at(parameter("orderBy"), refuse(403, "queryTooCostly", "The query looks at too many files to be answered in this order.")),
  tooManyCalls: (retryAfterSeconds: number): Refusal => ({
    ...at({ domain: "usageLimits" }, refuse(429, "rateLimitExceeded", "Rate Limit Exceeded")),
    headers: { "retry-after": String(retryAfterSeconds) },
  }),
  diskFull: (): Refusal => ({ ...refuse(507, DISK_FULL_REASON, "The server's disk is full."), headers: { "retry-after": "60" } }),
  busy: () => refuse(503, "backendError", "The service is currently unavailable."),
  unavailable: (): Refusal => ({
    ...refuse(503, "backendError", "The service is currently unavailable."),
    headers: { "retry-after": "5" },
  }),
  internal: () => refuse(500, "internalError", "Internal Error"),
} as const;

export function refused(refusal: Refusal) {
  return failed(refusal);
}
