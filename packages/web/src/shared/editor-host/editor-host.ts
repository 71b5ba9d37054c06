/** What the editor reaches outside of itself. Without a host it still writes: there are no images from files, and nothing is remembered. */
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import type { AttachmentHost } from "./attachment-host.ts";
import type { ImageCompressor, OriginalImages } from "./image-compressor.ts";
import type { NoteLinks } from "./note-links.ts";
import type { PasteCleaner } from "./paste-cleaner.ts";

export type EditorHost = {
  readonly imageCompressor: ImageCompressor;
  readonly pasteCleaner: PasteCleaner;
  readonly originals: OriginalImages;
  readonly attachments: AttachmentHost;
  readonly noteLinks: NoteLinks;
  readonly preferences: Preferences;
  /** Today's date, as the reader writes it. */
  readonly today: () => string;
  readonly notify: (message: StatusMessage) => void;
};

/** The current host: the page may hand in others later. */
export type FindHost = () => EditorHost | undefined;
