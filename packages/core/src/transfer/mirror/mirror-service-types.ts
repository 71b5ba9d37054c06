/** The standing mirror: a folder of this computer that is kept up to date with the notes. One way; what others write there is never read or removed. */
import type { ReadableStore } from "../../model/store.ts";

export type MirrorStop = "folder-gone" | "disk-full" | "cannot-write" | "notes-unread";

export type MirrorState =
  | { readonly kind: "unsupported" }
  /** What was remembered is still looked up. */
  | { readonly kind: "opening" }
  | { readonly kind: "off" }
  | { readonly kind: "writing"; readonly folder: string; readonly done: number; readonly total: number }
  | { readonly kind: "up-to-date"; readonly folder: string; readonly notes: number; readonly atMs: number }
  | { readonly kind: "needs-permission"; readonly folder: string }
  | { readonly kind: "stopped"; readonly folder: string; readonly why: MirrorStop };

export interface MirrorService {
  readonly store: ReadableStore<MirrorState>;
  /** With the folder that was chosen before, if any. */
  start(): Promise<void>;
  /** Must be called while the user's press is handled. */
  choose(): Promise<void>;
  allow(): Promise<void>;
  /** Tries once more. */
  retry(): Promise<void>;
  /** Its files stay where they are. */
  turnOff(): Promise<void>;
  /** With the library: writes no more. It stays on, and goes on when it is started with the next library. */
  close(): void;
}
