/** All toast messages, by name, with the data for their sentence. A new message does not compile until web has a sentence for it. */
import type { PlanType } from "@satchel/contract/plans.ts";
import type { ConnectionProblem } from "../../connection/connection-service-types.ts";
import type { ImageProblem } from "../../document/images/image-compression.ts";
import type { AddProblem, OpenProblem } from "../../library/attachments/attachments-service-types.ts";
import type { FolderProblem } from "../../library/folders/check-folder.ts";
import type { NoteProblem } from "../../library/notes/notes-service-types.ts";
import type { NeedsYouReason } from "../../model/entities/note.ts";
import type { RestoreResult } from "../../transfer/backup/backup-service-types.ts";
import type { MaintenanceProblem } from "../../transfer/maintenance/maintenance-service-types.ts";
import type { SyncNotice } from "./decide-sync-notice.ts";

export type Tone = "success" | "warning" | "error" | "info" | "loading";

type Plain =
  | "note-created"
  | "note-created-on-device"
  | "note-uploaded"
  | "note-saved"
  | "note-saved-on-device"
  | "note-saved-offline"
  | "note-upload-failed"
  | "note-saved-server-down"
  | "note-save-timed-out"
  | "note-deleted"
  | "note-delete-refused"
  | "note-restore-failed"
  | "note-id-invalid"
  | "note-edit-id-invalid"
  | "note-not-found"
  | "note-changed-elsewhere"
  | "note-copied"
  | "note-copy-failed"
  | "default-folders-created"
  | "template-made"
  | "template-unmade"
  | "copied"
  | "sync-completed"
  | "sync-failed"
  | "connection-lost"
  | "connection-lost-reconnect"
  | "reconnected-sync-failed"
  | "note-saved-reconnect"
  | "connection-failed"
  | "signed-out"
  | "password-changed"
  | "session-ended-elsewhere"
  | "account-deleted"
  | "device-cleared"
  | "device-not-cleared"
  | "local-mode-unsupported"
  | "local-mode-failed"
  | "local-notes-not-deleted"
  | "sync-paused"
  | "full-sync-active"
  | "reconnected"
  | SyncNotice
  | "update-needs-saving"
  | "please-sign-in-first"
  | "no-authorization-code"
  | "drive-access-refused"
  | "file-attached"
  | "image-added"
  | "image-pasted"
  | "pasted-as-plain-text"
  | "paste-too-large"
  | "ai-pasted"
  | "ai-needs-account"
  | "ai-config-saved"
  | "ai-config-not-saved"
  | "encrypted-note-created"
  | "no-files-cleaned"
  | "cleanup-cancelled"
  | "sensitive-unlocked"
  | "sensitive-locked"
  | "sensitive-expired"
  | "sensitive-password-changed";

export type FolderAction = "create" | "update" | "move" | "delete" | "defaults" | "load";
/** The user's last action on a note. */
export type UnsentAction = "create" | "edit" | "delete";
export type NoteAction = "create" | "duplicate" | "save" | "autosave" | "delete" | "restore" | "load" | "move";

export type StatusMessage =
  | { readonly id: Plain }
  | { readonly id: "offline-note-uploaded"; readonly title: string }
  | { readonly id: "note-type-unavailable"; readonly type: string }
  | {
      readonly id: "note-problem";
      readonly action: NoteAction;
      readonly problem: NoteProblem;
      readonly isLocal: boolean;
      /** True for a note of the Sensitive folder. */
      readonly isSensitive?: boolean;
    }
  /** The session ended before this action reached the drive. */
  | { readonly id: "sign-in-needed"; readonly action: UnsentAction }
  | { readonly id: "not-uploaded"; readonly what: "file" | "folder" }
  | { readonly id: "sensitive-ending"; readonly secondsLeft: number }
  /** A sync completed, but some changes could not be sent. */
  | { readonly id: "changes-wait"; readonly count: number; readonly reason: NeedsYouReason | undefined }
  | { readonly id: "plan-changed"; readonly plan: PlanType; readonly isAllThere: boolean }
  | { readonly id: "notes-deleted" | "notes-pinned" | "notes-unpinned"; readonly count: number }
  | { readonly id: "tags-changed"; readonly what: "renamed" | "merged" | "removed" | "converted"; readonly count: number }
  | { readonly id: "notes-moved"; readonly count: number; readonly folder: string | undefined }
  | { readonly id: "folder-moved"; readonly name: string; readonly parent: string | undefined }
  | { readonly id: "folder-created" | "folder-updated" | "folder-deleted" | "search-saved" | "search-deleted"; readonly name: string }
  | {
      readonly id: "folder-problem";
      readonly action: FolderAction;
      readonly problem?: FolderProblem | NoteProblem;
      readonly isLocal?: boolean;
    }
  | { readonly id: "reconnection-problem"; readonly problem: ConnectionProblem }
  /** `intent`: returning to the previous account, or continuing a change of plan; absent for a first drive. */
  | { readonly id: "connect-problem"; readonly problem: ConnectionProblem; readonly intent?: "former-account" | "move" }
  | { readonly id: "oauth-error"; readonly error: string }
  | { readonly id: "setup-failed"; readonly detail: string }
  | { readonly id: "file-not-attached"; readonly problem: AddProblem | { readonly kind: "file-unreadable" } }
  | { readonly id: "file-not-opened"; readonly problem: OpenProblem; readonly isLocal?: boolean }
  | { readonly id: "image-compressed"; readonly fromKb: number; readonly toKb: number }
  | { readonly id: "cache-recreated"; readonly saved: number; readonly lost: number }
  | { readonly id: "backup-restored"; readonly result: RestoreResult }
  | { readonly id: "files-clean"; readonly drive: string; readonly total: number }
  | { readonly id: "files-suspicious" | "files-cleaned" | "files-brought-back"; readonly count: number }
  | { readonly id: "cleanup-failed"; readonly problem: MaintenanceProblem }
  | { readonly id: "image-problem"; readonly problem: ImageProblem; readonly source: "picked" | "pasted" | "dropped" };

export type StatusId = StatusMessage["id"];

const TONES: Readonly<Record<StatusId, Tone>> = {
  "note-created": "success",
  "note-created-on-device": "success",
  "note-uploaded": "success",
  "offline-note-uploaded": "success",
  "note-saved": "success",
  "note-saved-on-device": "success",
  "note-saved-offline": "warning",
  "note-upload-failed": "warning",
  "note-saved-server-down": "warning",
  "note-save-timed-out": "warning",
  "note-deleted": "success",
  "note-delete-refused": "error",
  "note-restore-failed": "error",
  "note-id-invalid": "error",
  "note-edit-id-invalid": "error",
  "note-not-found": "error",
  "note-changed-elsewhere": "info",
  "note-type-unavailable": "info",
  "notes-deleted": "success",
  "notes-moved": "success",
  "tags-changed": "success",
  "notes-pinned": "success",
  "notes-unpinned": "success",
  "note-copied": "success",
  "note-copy-failed": "error",
  "note-problem": "error",
  "template-made": "success",
  "template-unmade": "info",
  copied: "success",
  "plan-changed": "success",
  "backup-restored": "success",
  "folder-created": "success",
  "folder-moved": "success",
  "folder-updated": "success",
  "folder-deleted": "success",
  "search-saved": "success",
  "search-deleted": "success",
  "default-folders-created": "success",
  "folder-problem": "error",
  "sync-completed": "success",
  "sync-failed": "error",
  "changes-wait": "warning",
  "connection-lost": "warning",
  "connection-lost-reconnect": "warning",
  "reconnected-sync-failed": "error",
  "note-saved-reconnect": "warning",
  "connect-problem": "error",
  "connection-failed": "error",
  reconnected: "success",
  "signed-out": "success",
  "password-changed": "success",
  "session-ended-elsewhere": "success",
  "account-deleted": "success",
  "device-cleared": "success",
  "device-not-cleared": "warning",
  "local-mode-unsupported": "error",
  "local-mode-failed": "error",
  "local-notes-not-deleted": "error",
  "sync-paused": "info",
  "full-sync-active": "info",
  "initial-sync-slow": "info",
  "initial-sync-failed": "error",
  "initial-sync-incomplete": "warning",
  "work-offline-offer": "warning",
  "notes-load-failed": "error",
  "using-cached-notes": "warning",
  "update-needs-saving": "warning",
  "please-sign-in-first": "error",
  "no-authorization-code": "error",
  "drive-access-refused": "error",
  "reconnection-problem": "error",
  "oauth-error": "error",
  "setup-failed": "error",
  "file-attached": "success",
  "not-uploaded": "error",
  "sign-in-needed": "error",
  "file-not-attached": "error",
  "file-not-opened": "error",
  "image-added": "success",
  "image-pasted": "success",
  "pasted-as-plain-text": "warning",
  "paste-too-large": "error",
  "image-compressed": "info",
  "image-problem": "error",
  "ai-pasted": "success",
  "ai-needs-account": "error",
  "ai-config-saved": "success",
  "ai-config-not-saved": "error",
  "encrypted-note-created": "success",
  "cache-recreated": "warning",
  "files-clean": "success",
  "files-suspicious": "warning",
  "files-cleaned": "success",
  "files-brought-back": "success",
  "no-files-cleaned": "info",
  "cleanup-cancelled": "info",
  "cleanup-failed": "error",
  "sensitive-unlocked": "success",
  "sensitive-locked": "info",
  "sensitive-expired": "warning",
  "sensitive-ending": "warning",
  "sensitive-password-changed": "success",
};

export function toneOf(id: StatusId): Tone {
  return TONES[id];
}
