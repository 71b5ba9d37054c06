/** Text shown if local mode's notes are gone because the browser deleted its databases. Spec B §3. */
export const lostNotesText = {
  title: (count: number) =>
    count === 1 ? "1 note is missing from this browser." : `${count.toLocaleString("en-GB")} notes are missing from this browser.`,
  sentence:
    "Satchel didn't delete them. The browser's storage was damaged or cleared. If you have a backup, restore it in Settings before you write new notes.",
} as const;
