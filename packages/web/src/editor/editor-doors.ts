/** What the editor reaches outside of itself. Without doors it still writes: there are no pictures from files, and nothing is remembered. */
import type { Preferences } from "@satchel/core/ports/preferences.ts";
import type { StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import type { AttachmentDoor } from "../shared/attachment-door.ts";
import type { PasteCleaner } from "../shared/paste-cleaner.ts";
import type { OriginalDoor, PictureDoor } from "../shared/picture-door.ts";

export type EditorDoors = {
  readonly pictures: PictureDoor;
  readonly pasteCleaner: PasteCleaner;
  readonly originals: OriginalDoor;
  readonly attachments: AttachmentDoor;
  readonly preferences: Preferences;
  /** Says something in a toast. */
  readonly tell: (message: StatusMessage) => void;
};

/** The doors of this moment: the page may hand in others later. */
export type FindDoors = () => EditorDoors | undefined;
