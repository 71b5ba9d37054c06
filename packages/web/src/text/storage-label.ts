/** What the user calls the place their notes are in: a drive of their own, or the storage that a paid plan brings. Spec A §3 "Plans". */
export type StorageLabel = "drive" | "storage";
