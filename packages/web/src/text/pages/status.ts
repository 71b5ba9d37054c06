/** Text of every toast, by message id. Spec A §4, A §8, B §8. */
import type { ConnectionProblem } from "@satchel/core/connection/connection-service-types.ts";
import type { ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import type { AddProblem, OpenProblem } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { NOTE } from "@satchel/core/model/limits/limits.ts";
import type { RestoreResult } from "@satchel/core/transfer/backup/backup-service-types.ts";
import type { FolderAction, StatusId, StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import { connectionProblemText } from "../account/onboarding.ts";
import { planText } from "../account/plans.ts";
import { connectFailedText } from "../drive/cloud-storage.ts";
import { maintenanceProblemText } from "../drive/maintenance.ts";
import { aiSettingsText } from "../editor/ai.ts";
import { folderMoveText, isMoveReason } from "../notes/folders/folder-dialogs.ts";
import { diskFull, noteProblemSentence } from "../notes/note-problems.ts";
import type { StorageLabel } from "../storage-label.ts";
import { waitingSentence, workspaceText } from "../workspace.ts";

export const statusText = {
  region: "Notifications",
  undo: "Undo",
  retry: "Retry",
  reconnect: "Reconnect",
  workOffline: "Work Offline",
} as const;

type Sentences = {
  readonly [Id in StatusId]: string | ((message: Extract<StatusMessage, { readonly id: Id }>, storage: StorageLabel) => string);
};

const SENTENCES: Sentences = {
  "note-created": "Note created! Uploading in background...",
  "note-created-on-device": "Note created!",
  "note-uploaded": "Note uploaded successfully!",
  "offline-note-uploaded": ({ title }) => `"${title}" uploaded successfully!`,
  "note-saved": "Note saved! Syncing in background...",
  "note-saved-on-device": "Note saved successfully!",
  "note-saved-offline": "Note saved offline - will sync when connection restored",
  "note-upload-failed": "Upload failed - note saved locally",
  "note-saved-server-down": "Server temporarily unavailable. Note saved locally and will sync automatically.",
  "note-save-timed-out": "Save timeout. Note saved locally and will sync automatically.",
  "note-deleted": "Note deleted!",
  "note-delete-refused": "Failed to delete note from cloud. Note has been restored.",
  "note-restore-failed": "Deletion failed and could not restore note. Please refresh the page.",
  "note-id-invalid": "Invalid note ID",
  "note-edit-id-invalid": "Unable to edit note - invalid ID",
  "note-not-found": "Note not found",
  "note-changed-elsewhere": "This note was changed on another device. You're seeing the latest version.",
  "note-type-unavailable": ({ type }) => `Creating ${type}... (Feature coming soon!)`,
  "notes-deleted": ({ count }) => `${workspaceText.noteCount(count)} deleted!`,
  "notes-moved": ({ count, folder }) =>
    `${count === 1 ? "Moved" : `${workspaceText.noteCount(count)} moved`} to ${folder === undefined ? "All Notes" : `"${folder}"`}`,
  "tags-changed": ({ what, count }) =>
    what === "converted" ? `Tags added to ${workspaceText.noteCount(count)}` : `Tag ${what} in ${workspaceText.noteCount(count)}`,
  "notes-pinned": ({ count }) => (count === 1 ? "Note pinned" : `${workspaceText.noteCount(count)} pinned`),
  "notes-unpinned": ({ count }) => (count === 1 ? "Note unpinned" : `${workspaceText.noteCount(count)} unpinned`),
  "template-made": "This note is a template now. Start from it with New, From template.",
  "template-unmade": "This note is no longer a template.",
  "note-copied": "Copied as Markdown",
  "note-copy-failed": "Your browser blocked copying.",
  "note-problem": noteProblemSentence,
  copied: "Copied",
  "plan-changed": ({ plan, isAllThere }) =>
    `Your plan is now ${planText[plan].name}. ${isAllThere ? "All your notes have been moved." : "Changes that are only on this device follow with the next sync."}`,
  "folder-created": ({ name }) => `Folder "${name}" created successfully`,
  "folder-moved": ({ name, parent }) => `Folder "${name}" moved to ${parent === undefined ? "the top level" : `"${parent}"`}`,
  "folder-updated": ({ name }) => `Folder "${name}" updated successfully`,
  "search-saved": ({ name }) => `Search "${name}" saved`,
  "search-deleted": ({ name }) => `Search "${name}" deleted`,
  "folder-deleted": ({ name }) => `Folder "${name}" deleted successfully`,
  "default-folders-created": "Default folders created successfully",
  "folder-problem": ({ action, problem, isLocal }) => folderProblemSentence(action, problem?.kind, isLocal === true),
  "sync-completed": "Sync completed!",
  "sync-failed": "Sync failed - please try again",
  "changes-wait": ({ count, reason }, storage) => waitingSentence(count, reason, storage),
  "connection-lost": (_, storage) => `${upperFirst(storageName(storage))} connection lost. Opening reconnection...`,
  "connection-lost-reconnect": (_, storage) =>
    `${upperFirst(storageName(storage))} connection lost. Please click "Reconnect" to restore sync.`,
  "reconnected-sync-failed": "Reconnected but sync failed. Please try manual refresh.",
  "note-saved-reconnect": (_, storage) =>
    `${upperFirst(storageName(storage))} connection expired. Note saved locally - please reconnect to sync.`,
  "connect-problem": ({ problem, intent }) =>
    problem.kind === "failed" ? NOT_CONNECTED[intent ?? "first"] : connectFailedText[problem.kind],
  "connection-failed": "Connection failed",
  reconnected: (_, storage) => `Reconnected to ${storageName(storage)} successfully!`,
  "signed-out": "Logged out successfully!",
  "password-changed": "Password changed successfully!",
  "session-ended-elsewhere": "Signed out on that device",
  "account-deleted": "Your account has been deleted.",
  "device-cleared": "All cached data cleared from device",
  "device-not-cleared": "Some cached data may remain on device",
  "local-mode-unsupported": "Your browser does not support local storage",
  "local-mode-failed": "Failed to enable local mode",
  "local-notes-not-deleted": "Failed to delete local notes",
  "sync-paused": "Sync is paused. You're working with the notes on this device.",
  "full-sync-active": "Full sync optimization active...",
  "initial-sync-slow": "Initial sync is taking longer than expected. The app will retry automatically in a few minutes.",
  "initial-sync-failed": "Initial sync failed. Click here to retry.",
  "initial-sync-incomplete": "Some notes may not have loaded completely",
  "work-offline-offer": "Unable to sync with cloud. Would you like to work offline?",
  "notes-load-failed": (_, storage) => `Failed to load notes from ${storageName(storage)}`,
  "using-cached-notes": "Using cached notes (sync failed)",
  "update-needs-saving": "Save or discard your changes first, then reload to update.",
  "please-sign-in-first": "Please log in first before connecting Google Drive",
  "no-authorization-code": "No authorization code received",
  "drive-access-refused": "Drive access wasn't granted. Connect again and check the drive permission.",
  "reconnection-problem": ({ problem }, storage) =>
    (storage === "storage" ? managedProblemText[problem.kind] : undefined) ?? reconnectionProblemText[problem.kind],
  "oauth-error": ({ error }) => `OAuth error: ${error}`,
  "setup-failed": ({ detail }) => `Failed to complete setup: ${detail}`,
  "sign-in-needed": ({ action }) => `Please log in to ${action} notes`,
  "not-uploaded": ({ what }) => `Failed to ${what === "file" ? "upload file to" : "create folder in"} cloud storage`,
  "file-attached": "File attached successfully!",
  "file-not-attached": ({ problem }) => fileNotAttachedText[problem.kind] ?? "Failed to attach file. Please try again.",
  "file-not-opened": ({ problem, isLocal }, storage) =>
    isLocal === true && problem.kind === "not-in-drive"
      ? "The file is no longer in this browser."
      : (fileNotOpenedText(storage)[problem.kind] ?? `Failed to download file${isHere(problem) ? "" : " from cloud storage"}`),
  "image-added": "Image added successfully!",
  "image-pasted": "Image pasted successfully!",
  "pasted-as-plain-text": "Pasted as plain text because the formatting couldn't be read.",
  "paste-too-large": `Too large to paste. A note can hold up to ${NOTE.contentMaxChars.toLocaleString("en-GB")} characters.`,
  "image-compressed": ({ fromKb, toKb }) => `Image compressed: ${fromKb} KB → ${toKb} KB`,
  "image-problem": ({ problem, source }) => imageProblemText[problem.kind] ?? IMAGE_FAILED[source],
  "ai-pasted": "AI response pasted successfully!",
  "ai-needs-account": "AI features only available once you Sign up",
  "ai-config-saved": aiSettingsText.saved,
  "ai-config-not-saved": aiSettingsText.saveFailed,
  "encrypted-note-created": "Encrypted note created successfully!",
  "cache-recreated": ({ saved, lost }, storage) => recreatedCacheSentence(saved, lost, storage),
  "backup-restored": ({ result }) => restoreDone(result),
  "files-clean": ({ drive, total }, storage) =>
    `No corrupted files found! Your ${storage === "storage" ? storage : drive} is clean. (${total} total files)`,
  "files-suspicious": ({ count }) => `Found ${count} suspicious ${count === 1 ? "file" : "files"} that may be causing backend errors.`,
  "files-cleaned": ({ count }) => `Cleanup complete! Moved ${count} corrupted ${count === 1 ? "file" : "files"} to trash...`,
  "files-brought-back": ({ count }) => `${count} ${count === 1 ? "file was" : "files were"} restored from the trash.`,
  "no-files-cleaned": "No files were cleaned up",
  "cleanup-cancelled": "Cleanup cancelled by user",
  "cleanup-failed": ({ problem }, storage) => `Cleanup failed: ${maintenanceProblemText(storage)[problem.kind]}`,
  "sensitive-unlocked": "Sensitive folder unlocked",
  "sensitive-locked": "Sensitive folder locked",
  "sensitive-expired": "Sensitive folder session expired. Please re-authenticate.",
  "sensitive-ending": ({ secondsLeft }) => `Sensitive folder locks in ${secondsLeft === 60 ? "1 minute" : `${secondsLeft} seconds`}`,
  "sensitive-password-changed": "Sensitive folder password changed",
};

function recreatedCacheSentence(saved: number, lost: number, storage: StorageLabel): string {
  const counted = (count: number): string => (count === 1 ? "One change" : `${count} changes`);
  return [
    `This browser's copy of your notes was damaged. It was reset and is being downloaded from your ${storage} again.`,
    ...(saved === 0 ? [] : [`${counted(saved)} that hadn't reached your ${storage} ${saved === 1 ? "was" : "were"} saved.`]),
    ...(lost === 0 ? [] : [`${counted(lost)} that hadn't reached your ${storage} couldn't be recovered.`]),
  ].join(" ");
}

/** Failed connections by occasion. Spec B §8 "Toasts, cloud". */
const NOT_CONNECTED = {
  first: "Failed to connect Google Drive",
  "former-account": "Google Drive connection failed",
  move: "Cloud storage connection failed",
} as const;

/** Problems that the user can fix. Spec A §5, A §8 "Editor". */
const fileNotAttachedText: { readonly [Kind in AddProblem["kind"] | "file-unreadable"]?: string } = {
  "file-unreadable": "The file couldn't be read. Choose it again.",
  "too-large": "File size must be less than 10MB.",
  "storage-full": diskFull,
  "vault-locked": "Unlock your notes first, then attach the file.",
};

const fileNotOpenedText = (storage: StorageLabel): { readonly [Kind in OpenProblem["kind"]]?: string } => ({
  offline: "The file isn't on this device yet. You can download it when you're online.",
  "not-in-drive": `The file isn't in your ${storage} yet. The device it was attached on has to upload it first.`,
  "vault-locked": "Unlock the Sensitive folder first, then download the file.",
});

/** True if the file is on this device or was downloaded, but cannot be read. */
const isHere = ({ kind }: OpenProblem): boolean => kind === "unreadable" || kind === "storage-broken" || kind === "storage-denied";

export function statusSentence(message: StatusMessage, storage: StorageLabel): string {
  const sentence = SENTENCES[message.id] as string | ((message: StatusMessage, storage: StorageLabel) => string);
  return typeof sentence === "string" ? sentence : sentence(message, storage);
}

/** The spec's sentences name only Google Drive. */
const storageName = (storage: StorageLabel): string => (storage === "storage" ? "managed storage" : "Google Drive");

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Problems of a reconnection. Spec A §8 "Reconnection". */
const reconnectionProblemText = {
  ...connectionProblemText,
  "not-configured": "Google Drive is not configured. Please contact support.",
  failed: "Failed to reconnect to Google Drive. Please try again.",
} as const satisfies Record<ConnectionProblem["kind"], string>;

/** Problems of a connection to managed storage, which paid plans use. */
const managedProblemText: { readonly [Kind in ConnectionProblem["kind"]]?: string } = {
  "not-responding": "Managed storage is not responding...",
  unreachable: "Cannot reach managed storage...",
  failed: "Failed to reconnect to managed storage. Please try again.",
};

/** Problems of inserting an image. Spec A §5 "Image picker", A §8 "Editor". */
const imageProblemText = {
  "not-an-image": "Please select a valid image file",
  "image-too-large": "File size too large. Maximum allowed size is 50MB.",
  "image-too-many-pixels": "The image has too many pixels. Make it smaller than 134 megapixels and try again.",
  "image-heic": "Image processing failed: this browser can't read HEIC images. Save it as JPEG or PNG first.",
  "image-broken": "Image processing failed: the file is damaged, or this browser can't read it.",
  "image-worker-failed": undefined,
} as const satisfies Record<ImageProblem["kind"], string | undefined>;

const IMAGE_FAILED = {
  picked: "Failed to process image. Please try again.",
  dropped: "Failed to process image. Please try again.",
  pasted: "Failed to process pasted image. Please try again.",
} as const;

const UNDONE: ReadonlySet<StatusId> = new Set<StatusId>([
  "files-cleaned",
  "folder-moved",
  "note-deleted",
  "notes-deleted",
  "notes-moved",
  "tags-changed",
  "notes-pinned",
  "notes-unpinned",
  "search-deleted",
]);

/** Label of a toast's button. */
export function actionText(message: StatusMessage): string {
  if (UNDONE.has(message.id)) return statusText.undo;
  if (message.id === "changes-wait") return workspaceText.seePlans;
  if (message.id === "work-offline-offer") return statusText.workOffline;
  return message.id === "connection-lost-reconnect" ? statusText.reconnect : statusText.retry;
}

/** Failures in local mode. Spec B §8 "Toasts, local mode". */
const LOCAL_DEFAULTS_FAILED = "Failed to create default folders";

const FOLDER_FAILED: Readonly<Record<FolderAction, string>> = {
  create: "Failed to create folder",
  update: "Failed to update folder",
  move: "Failed to move folder",
  delete: "Failed to delete folder",
  defaults: "Failed to initialize default folders",
  load: "Failed to load folders",
};

function folderProblemSentence(action: FolderAction, problem: string | undefined, isLocal: boolean): string {
  if (problem === "storage-full") return diskFull;
  if (action === "move" && isMoveReason(problem)) return folderMoveText[problem];
  return isLocal && action === "defaults" ? LOCAL_DEFAULTS_FAILED : FOLDER_FAILED[action];
}

/** Summary of a finished restore. Separate from the panel's text, which loads later, because a toast shows it too. Spec B §8. */
export function restoreDone({ notes, folders, attachments, versions = 0, locked }: RestoreResult): string {
  const [added, skipped] = [notes.added + folders.added + attachments.added, notes.skipped + folders.skipped + attachments.skipped];
  const sentences = [`Restore completed! Added ${added.toLocaleString()} new items.`];
  if (skipped > 0) sentences.push(`Skipped ${skipped.toLocaleString()} existing items (no overwrites).`);
  if (versions > 0) sentences.push(`Added ${versions.toLocaleString()} earlier versions.`);
  if (locked > 0) sentences.push(lockedSentence(locked));
  return sentences.join(" ");
}

function lockedSentence(count: number): string {
  return count === 1
    ? "One sensitive note belongs to another Sensitive folder and was left in the backup."
    : `${count.toLocaleString()} sensitive notes belong to another Sensitive folder and were left in the backup.`;
}
