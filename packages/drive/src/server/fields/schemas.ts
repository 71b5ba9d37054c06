/**
 * Every field name that a mask may select, by resource, and the default selection. Includes names that never have a value in this drive.
 */
import { type FieldMask, type FieldSchema, parseFieldMask } from "./field-mask.ts";

const leaves = (names: string): { readonly [name: string]: FieldSchema } =>
  Object.fromEntries(names.split(" ").map((name) => [name, "leaf" as const]));

const USER = leaves("kind displayName photoLink me permissionId emailAddress");

const PERMISSION = leaves(
  "kind id type emailAddress domain role view allowFileDiscovery displayName photoLink expirationTime deleted pendingOwner inheritedPermissionsDisabled",
);

export const FILE_SCHEMA: FieldSchema = {
  ...leaves(
    "kind id name mimeType description starred trashed explicitlyTrashed trashedTime parents spaces version webContentLink webViewLink iconLink hasThumbnail " +
      "thumbnailLink thumbnailVersion viewedByMe viewedByMeTime createdTime modifiedTime modifiedByMe modifiedByMeTime sharedWithMeTime teamDriveId driveId " +
      "ownedByMe shared viewersCanCopyContent copyRequiresWriterPermission writersCanShare hasAugmentedPermissions folderColorRgb originalFilename " +
      "fullFileExtension fileExtension md5Checksum sha1Checksum sha256Checksum size quotaBytesUsed headRevisionId isAppAuthorized permissionIds resourceKey " +
      "inheritedPermissionsDisabled",
  ),
  appProperties: "open",
  properties: "open",
  exportLinks: "open",
  capabilities: "open",
  owners: USER,
  sharingUser: USER,
  trashingUser: USER,
  lastModifyingUser: USER,
  permissions: PERMISSION,
  contentHints: { indexableText: "leaf", thumbnail: leaves("image mimeType") },
  imageMediaMetadata: "open",
  videoMediaMetadata: leaves("width height durationMillis"),
  contentRestrictions: { ...leaves("readOnly reason restrictionTime ownerRestricted systemRestricted type"), restrictingUser: USER },
  shortcutDetails: leaves("targetId targetMimeType targetResourceKey"),
  linkShareMetadata: leaves("securityUpdateEligible securityUpdateEnabled"),
  labelInfo: "open",
  downloadRestrictions: "open",
};

export const FILE_LIST_SCHEMA: FieldSchema = { ...leaves("kind incompleteSearch nextPageToken"), files: FILE_SCHEMA };

export const CHANGE_LIST_SCHEMA: FieldSchema = {
  ...leaves("kind nextPageToken newStartPageToken"),
  changes: {
    ...leaves("kind type changeType time fileId removed teamDriveId driveId"),
    file: FILE_SCHEMA,
    drive: "open",
    teamDrive: "open",
  },
};

export const REVISION_SCHEMA: FieldSchema = {
  ...leaves(
    "kind id mimeType modifiedTime keepForever published publishedLink publishAuto publishedOutsideDomain originalFilename md5Checksum size",
  ),
  exportLinks: "open",
  lastModifyingUser: USER,
};

export const REVISION_LIST_SCHEMA: FieldSchema = { ...leaves("kind nextPageToken"), revisions: REVISION_SCHEMA };

export const ABOUT_SCHEMA: FieldSchema = {
  ...leaves("kind maxUploadSize appInstalled folderColorPalette canCreateDrives canCreateTeamDrives"),
  user: USER,
  storageQuota: leaves("limit usage usageInDrive usageInDriveTrash"),
  importFormats: "open",
  exportFormats: "open",
  maxImportSizes: "open",
  teamDriveThemes: "open",
  driveThemes: "open",
};

export const START_TOKEN_SCHEMA: FieldSchema = leaves("kind startPageToken");
export const IDS_SCHEMA: FieldSchema = leaves("kind space ids");

const FILE_BASICS = "kind,id,name,mimeType";
export const DEFAULT_MASKS = {
  file: defaultMask(FILE_BASICS, FILE_SCHEMA),
  fileList: defaultMask(`kind,incompleteSearch,nextPageToken,files(${FILE_BASICS})`, FILE_LIST_SCHEMA),
  changeList: defaultMask(
    `kind,nextPageToken,newStartPageToken,changes(kind,type,changeType,time,removed,fileId,file(${FILE_BASICS}))`,
    CHANGE_LIST_SCHEMA,
  ),
  revision: defaultMask("id,mimeType,kind,modifiedTime", REVISION_SCHEMA),
  revisionList: defaultMask("kind,nextPageToken,revisions(id,mimeType,kind,modifiedTime)", REVISION_LIST_SCHEMA),
};

function defaultMask(source: string, schema: FieldSchema): FieldMask {
  const mask = parseFieldMask(source, schema);
  if (!mask.ok) throw new Error(`bad default mask at ${mask.problem}`);
  return mask.value;
}
