/** The mirror keeps a folder of this computer up to date with the notes. One-way: it never reads or removes files of other programs. */
import type { ReadableStore } from "../../model/store.ts";

export type MirrorStop = "folder-gone" | "disk-full" | "cannot-write" | "notes-unread";

export type MirrorState =
  | { readonly kind: "unsupported" }
  /** The saved state is being loaded. */
  | { readonly kind: "opening" }
  | { readonly kind: "off" }
  | { readonly kind: "writing"; readonly folder: string; readonly done: number; readonly total: number }
  | { readonly kind: "up-to-date"; readonly folder: string; readonly notes: number; readonly atMs: number }
  | { readonly kind: "needs-permission"; readonly folder: string }
  | { readonly kind: "stopped"; readonly folder: string; readonly why: MirrorStop };

export interface MirrorService {
  readonly store: ReadableStore<MirrorState>;
  /** Starts with the folder of the last session, if any. */
  start(): Promise<void>;
  /** Must be called in a user gesture, for the folder picker. */
  choose(): Promise<void>;
  allow(): Promise<void>;
  retry(): Promise<void>;
  /** Stops the mirror; its files stay. */
  turnOff(): Promise<void>;
  /** Stops writing when the library closes. The mirror stays on and resumes with the next library. */
  close(): void;
}
