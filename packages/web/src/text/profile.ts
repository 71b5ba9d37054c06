/** Sentences of the Profile tab and of the room that notes take. Spec B §2 "Settings modal", issue 10. */
export const profileText = {
  title: "Profile",
  kind: "Note Taking App User",
  email: "Email",
  memberSince: "Member Since",
  unknownDate: "Shown once this device has reached the server.",
  space: "Space used",
  spaceSentence: "An estimate of what your notes, folders and attachments take, before they are encrypted.",
  spaceFailed: "It could not be worked out just now.",
  noFolder: "No folder",
  total: "All together",
  notes: (count: number) => (count === 1 ? "1 note" : `${count.toLocaleString("en-GB")} notes`),
} as const;
