/** What a person calls the place their notes lie in: a drive of their own, or the storage that a paid plan brings. Spec A §3 "Plans". */
export type Place = "drive" | "storage";

/** The spec's sentences know of Google's alone. */
export const placeName = (place: Place): string => (place === "storage" ? "managed storage" : "Google Drive");
