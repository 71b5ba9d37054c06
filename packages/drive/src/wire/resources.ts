/**
 * The JSON resources of the Drive v3 subset in their wire form. Every field is optional, because the field mask decides. drive-contract
 * §1.2–1.12.
 */
export const FOLDER_MIME = "application/vnd.google-apps.folder";
export const GOOGLE_MIME_PREFIX = "application/vnd.google-apps.";

export type DriveUser = {
  readonly kind?: "drive#user";
  readonly displayName?: string;
  readonly photoLink?: string;
  readonly me?: boolean;
  readonly permissionId?: string;
  readonly emailAddress?: string;
};

export type Properties = Readonly<Record<string, string>>;

/** Numbers that may be large are strings of digits. */
export type DriveFile = {
  readonly kind?: "drive#file";
  readonly id?: string;
  readonly name?: string;
  readonly mimeType?: string;
  readonly description?: string;
  readonly parents?: readonly string[];
  readonly appProperties?: Properties;
  readonly properties?: Properties;
  readonly starred?: boolean;
  readonly trashed?: boolean;
  readonly explicitlyTrashed?: boolean;
  readonly trashedTime?: string;
  readonly createdTime?: string;
  readonly modifiedTime?: string;
  readonly modifiedByMeTime?: string;
  readonly viewedByMeTime?: string;
  readonly size?: string;
  readonly quotaBytesUsed?: string;
  readonly version?: string;
  readonly md5Checksum?: string;
  readonly sha1Checksum?: string;
  readonly sha256Checksum?: string;
  readonly headRevisionId?: string;
  readonly originalFilename?: string;
  readonly fileExtension?: string;
  readonly fullFileExtension?: string;
  readonly spaces?: readonly string[];
  readonly ownedByMe?: boolean;
  readonly owners?: readonly DriveUser[];
  readonly lastModifyingUser?: DriveUser;
  readonly capabilities?: Readonly<Record<string, boolean>>;
  readonly isAppAuthorized?: boolean;
  readonly shared?: boolean;
};

/** Metadata of a create, update or copy. `null` in a map deletes the key; `null` for a text empties it. */
export type FileMetadata = {
  readonly id?: string;
  readonly name?: string;
  readonly mimeType?: string;
  readonly description?: string | null;
  readonly parents?: readonly string[];
  readonly appProperties?: Readonly<Record<string, string | null>>;
  readonly properties?: Readonly<Record<string, string | null>>;
  readonly starred?: boolean;
  readonly trashed?: boolean;
  readonly createdTime?: string;
  readonly modifiedTime?: string;
  readonly originalFilename?: string;
};

export type FileList = {
  readonly kind?: "drive#fileList";
  readonly incompleteSearch?: boolean;
  readonly nextPageToken?: string;
  readonly files?: readonly DriveFile[];
};

export type RevisionList = {
  readonly kind?: "drive#revisionList";
  readonly nextPageToken?: string;
  readonly revisions?: readonly Revision[];
};

export type Change = {
  readonly kind?: "drive#change";
  readonly type?: "file";
  readonly changeType?: "file";
  readonly time?: string;
  readonly fileId?: string;
  readonly removed?: boolean;
  readonly file?: DriveFile;
};

export type ChangeList = {
  readonly kind?: "drive#changeList";
  readonly nextPageToken?: string;
  readonly newStartPageToken?: string;
  readonly changes?: readonly Change[];
};

export type About = {
  readonly kind?: "drive#about";
  readonly user?: DriveUser;
  readonly storageQuota?: {
    readonly limit?: string;
    readonly usage?: string;
    readonly usageInDrive?: string;
    readonly usageInDriveTrash?: string;
  };
};

export type Revision = {
  readonly kind?: "drive#revision";
  readonly id?: string;
  readonly mimeType?: string;
  readonly modifiedTime?: string;
  readonly keepForever?: boolean;
  readonly md5Checksum?: string;
  readonly size?: string;
  readonly originalFilename?: string;
  readonly lastModifyingUser?: DriveUser;
};
