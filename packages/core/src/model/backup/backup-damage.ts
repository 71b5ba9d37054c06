/** What can be wrong with one thing in a backup; the rest of it is restored all the same. Decision 0011. */

/** Of one thing in a backup: `path` where it is in the archive, `name` what the user may know it by. */
export type BackupDamage =
  | { readonly kind: Exclude<DamageKind, "other-count">; readonly path: string; readonly name?: string }
  | { readonly kind: "other-count"; readonly path: string; readonly expected: number; readonly found: number };

export type DamageKind =
  | "file-missing"
  /** Its bytes are not what they were; of an attachment nothing is taken. */
  | "file-damaged"
  /** No attachment of ours can be that large. */
  | "file-too-large"
  /** A path that leads out of the archive. */
  | "file-refused"
  /** Two files have this path. */
  | "duplicate-file"
  /** Records of it were lost; those that could be read are taken. */
  | "list-damaged"
  /** An id, a date or another value that no note, folder or attachment can have. */
  | "record-unreadable"
  | "note-without-id"
  | "duplicate-record"
  /** A note whose record is lost, taken from its readable page. */
  | "from-page"
  /** A note whose record is lost, and whose page cannot be read either. */
  | "note-lost"
  | "too-many"
  | "other-count"
  /** The archive's end or its directory is missing: its files were looked for one by one. */
  | "archive-damaged"
  /** It could be read, and could not be kept here. */
  | "not-kept";
