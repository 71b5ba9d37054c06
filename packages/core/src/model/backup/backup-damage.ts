/** Damage of one item in a backup; the other items are restored. Decision 0011. */

/** `path`: path in the archive; `name`: name that the user may recognize. */
export type BackupDamage =
  | { readonly kind: Exclude<DamageKind, "other-count">; readonly path: string; readonly name?: string }
  | { readonly kind: "other-count"; readonly path: string; readonly expected: number; readonly found: number };

export type DamageKind =
  | "file-missing"
  /** The bytes have changed; a damaged attachment is not restored. */
  | "file-damaged"
  /** The file exceeds the maximum attachment size. */
  | "file-too-large"
  /** The path leads out of the archive. */
  | "file-refused"
  /** Two files have this path. */
  | "duplicate-file"
  /** Records of the list were lost; readable ones are restored. */
  | "list-damaged"
  /** A record has an id, date or other value that is invalid. */
  | "record-unreadable"
  /** Former versions of a note are damaged, or unpack to more than the bound; others are restored. */
  | "versions-unreadable"
  | "note-without-id"
  | "duplicate-record"
  /** A note without a record was restored from its readable page. */
  | "from-page"
  /** A note's record is lost and its page cannot be read. */
  | "note-lost"
  | "too-many"
  | "other-count"
  /** The archive's end or directory is missing, so its files were searched one by one. */
  | "archive-damaged"
  /** The file could be read but not stored on this device. */
  | "not-kept";
