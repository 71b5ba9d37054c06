/** Name of the user's storage: a drive of their own, or a paid plan's storage. Spec A §3 "Plans". */
export type StorageLabel = "drive" | "storage";
