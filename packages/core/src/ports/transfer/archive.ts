/**
 * Port: a backup's zip, written in one pass, read at any position. Implemented by web/adapters/archive, testing/memory-archive.ts. B §4.
 */
import type { BackupDamage } from "../../model/backup/backup-damage.ts";
import type { PagedNote } from "../../model/backup/readable.ts";
import type { Result } from "../../model/result.ts";

export type ArchiveProblem =
  /** The device has no space for it. */
  { readonly kind: "storage-full" } | { readonly kind: "cannot-write"; readonly detail: string };

/** Writes files one after the other, and beside them texts and files that were packed elsewhere. */
export interface ArchiveWriter {
  open(path: string): Promise<ArchiveFile>;
  /**
   * Opens a text of ours that may be written while others are. It is buffered separately until closed, which must happen between two other
   * files.
   */
  openText(path: string): Promise<ArchiveFile>;
  /** Opens a text of ours that is written directly into the archive. Files added before it is closed follow it. */
  openInPlace(path: string): Promise<ArchiveFile>;
  add(packed: PackedFiles): Promise<Result<void, ArchiveProblem>>;
}

export interface ArchiveFile {
  write(bytes: Uint8Array): Promise<Result<void, ArchiveProblem>>;
  close(): Promise<Result<void, ArchiveProblem>>;
}

/** Packed files in sequence; `directory`: their central directory as if at offset 0; `manifest`: their lines in the manifest. */
export type PackedFiles = {
  readonly bytes: Uint8Array;
  readonly directory: Uint8Array;
  readonly count: number;
  readonly manifest: Uint8Array;
};

/** Renders and packs notes' pages outside the archive, in parallel if threads are available. Returns them in order. */
export type PackPages = (notes: readonly PagedNote[]) => Promise<readonly PackedFiles[]>;

export type ArchiveReadProblem =
  /** The file is not a zip, is truncated, or has bytes that contradict its checksums. */
  | { readonly kind: "damaged"; readonly path?: string }
  /** The file exceeds the limit when unpacked. */
  | { readonly kind: "too-large" };

export type ArchivedFile = { readonly path: string; readonly sizeBytes: number };

export interface ArchiveReader {
  /** True if the directory was missing or broken and the files were searched one by one. */
  readonly isSalvaged?: boolean;
  /** Damage found while opening. */
  readonly damage?: readonly BackupDamage[];
  /** Files in the archive's own order, without folders. */
  readonly files: readonly ArchivedFile[];
  /** Passes the unpacked bytes in order, never more than the file's declared size. Stops early if `take` returns false. */
  read(path: string, take: (bytes: Uint8Array) => boolean | Promise<boolean>): Promise<Result<void, ArchiveReadProblem>>;
  /**
   * Passes the readable parts of a damaged text, with a line break in place of each unreadable part. Absent if `read` already gives
   * everything.
   */
  readDamaged?(path: string, take: (bytes: Uint8Array) => boolean | Promise<boolean>): Promise<void>;
}

/** SHA-256 of bytes passed in pieces. A piece must not change until `update` resolves. */
export interface Digest {
  update(bytes: Uint8Array): Promise<void>;
  /** Returns 64 hexadecimal digits; the digest cannot be used afterwards. */
  hex(): Promise<string>;
}

export type CreateDigest = () => Digest;
