/** Text of the Profile tab and of the storage usage. Spec B §2 "Settings modal". */
export const profileText = {
  title: "Profile",
  kind: "Note Taking App User",
  email: "Email",
  memberSince: "Member Since",
  unknownDate: "Available once this device connects to the server.",
  space: "Storage used",
  spaceSentence: "Estimated, before encryption.",
  spaceFailed: "Can't calculate this right now.",
  noFolder: "No folder",
  total: "Total",
  notes: (count: number) => (count === 1 ? "1 note" : `${count.toLocaleString("en-GB")} notes`),
} as const;
