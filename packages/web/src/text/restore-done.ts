/** What a restore says when it is done: also in a toast, apart from the sentences of its panel, which come later. Spec B §8. */
import type { RestoreResult } from "@satchel/core/transfer/backup/backup-service-types.ts";

export function restoreDone({ notes, folders, attachments, versions = 0, locked }: RestoreResult): string {
  const [added, skipped] = [notes.added + folders.added + attachments.added, notes.skipped + folders.skipped + attachments.skipped];
  const sentences = [`Restore completed! Added ${added.toLocaleString()} new items.`];
  if (skipped > 0) sentences.push(`Skipped ${skipped.toLocaleString()} existing items (no overwrites).`);
  if (versions > 0) sentences.push(`Added ${versions.toLocaleString()} former versions.`);
  if (locked > 0) sentences.push(lockedSentence(locked));
  return sentences.join(" ");
}

function lockedSentence(count: number): string {
  return count === 1
    ? "One sensitive note belongs to another Sensitive folder and was left in the backup."
    : `${count.toLocaleString()} sensitive notes belong to another Sensitive folder and were left in the backup.`;
}
