/** The editor's access to the application. Without a host one can still write, but images from files and remembered choices are missing. */
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import type { AttachmentHost } from "./attachment-host.ts";
import type { ImageCompressor, OriginalImages } from "./image-compressor.ts";
import type { NoteLinks } from "./note-links.ts";
import type { PasteCleaner } from "./paste-cleaner.ts";
import type { PatternFinder } from "./pattern-finder.ts";

/** Tags of the note, for hashtags that are typed. */
export type TagHost = { readonly has: (tag: string) => boolean; readonly add: (tag: string) => void };

export type EditorHost = {
  /** Null for a note that does not exist yet. */
  readonly noteId: string | null;
  readonly imageCompressor: ImageCompressor;
  readonly pasteCleaner: PasteCleaner & PatternFinder;
  readonly originals: OriginalImages;
  readonly attachments: AttachmentHost;
  readonly noteLinks: NoteLinks;
  /** Undefined for a note that does not exist yet. */
  readonly tags?: TagHost | undefined;
  /** Asks for a template; `insert` receives its filled text. */
  readonly chooseTemplate?: (insert: (html: string) => void) => void;
  /** Days to link to. `pick` asks for one. */
  readonly days?: { readonly today: () => string; readonly pick: (onPick: (day: string) => void) => void };
  readonly preferences: Preferences;
  /** Today's date in the reader's format. */
  readonly today: () => string;
  readonly saveFile: (file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array }) => void;
  readonly notify: (message: StatusMessage) => void;
};

/** Returns the current host; the page may pass another one later. */
export type FindHost = () => EditorHost | undefined;
