/** about.get reports the user and the quota, limited to the requested fields. drive-contract §1.3. */
import { ok } from "../result.ts";
import type { CallHandler } from "./context/context.ts";
import { readMask } from "./context/params.ts";
import { pickFields } from "./fields/field-mask.ts";
import { ABOUT_SCHEMA } from "./fields/schemas.ts";
import { toUserJson } from "./files/file-json.ts";
import { refusals, refused } from "./http/refusal.ts";
import { jsonResponse } from "./http/responses.ts";

export const getAbout: CallHandler = async (call) => {
  if (call.params.get("fields") === undefined) {
    return refused(refusals.required("fields", "The 'fields' parameter is required for this method."));
  }
  const mask = readMask(call.params, ABOUT_SCHEMA, true);
  if (!mask.ok) return mask;
  const { metadata, quota, limits } = call.server;
  const limit = await quota.limitOf(call.identity.accountId);
  const usage = await metadata.usage(call.identity.accountId);
  const about = {
    kind: "drive#about",
    user: toUserJson(call.identity),
    storageQuota: {
      ...(limit !== undefined && { limit: String(limit) }),
      usage: String(usage.bytes),
      usageInDrive: String(usage.bytes),
      usageInDriveTrash: String(usage.trashBytes),
    },
    maxUploadSize: String(limits.uploadBytes),
    appInstalled: true,
    canCreateDrives: false,
    importFormats: {},
    exportFormats: {},
    maxImportSizes: {},
  };
  return ok(jsonResponse(200, pickFields(about, mask.value)));
};
