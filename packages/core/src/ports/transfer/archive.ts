/** Port: a backup's zip, written in one pass, read anywhere. Implemented by web/adapters/archive, testing/memory-archive.ts. B §4. */
import type { BackupDamage } from "../../model/backup/backup-damage.ts";
import type { PagedNote } from "../../model/backup/readable.ts";
import type { Result } from "../../model/result.ts";

export type ArchiveProblem =
  /** No space for it on this device. */
  { readonly kind: "storage-full" } | { readonly kind: "cannot-write"; readonly detail: string };

/** Files one after the other, each opened, written and closed; beside them texts, and files that were packed elsewhere. */
export interface ArchiveWriter {
  open(path: string): Promise<ArchiveFile>;
  /** Text of ours. It may be written while others are: it is apart until it is closed, which must be between two others. */
  openText(path: string): Promise<ArchiveFile>;
  /** Text of ours that goes into the archive as it is written. What is added before it is closed follows it. */
  openInPlace(path: string): Promise<ArchiveFile>;
  add(packed: PackedFiles): Promise<Result<void, ArchiveProblem>>;
}

export interface ArchiveFile {
  write(bytes: Uint8Array): Promise<Result<void, ArchiveProblem>>;
  close(): Promise<Result<void, ArchiveProblem>>;
}

/** Packed files in a row; `directory`: their central directory as if at offset 0; `manifest`: their lines in the manifest. */
export type PackedFiles = {
  readonly bytes: Uint8Array;
  readonly directory: Uint8Array;
  readonly count: number;
  readonly manifest: Uint8Array;
};

/** Writes and packs the pages of notes beside the archive, several at once where there are threads for it; in their order. */
export type PackPages = (notes: readonly PagedNote[]) => Promise<readonly PackedFiles[]>;

export type ArchiveReadProblem =
  /** No zip, a zip that is cut off, or one whose bytes are not what it says. */
  | { readonly kind: "damaged"; readonly path?: string }
  /** It would unpack to more than it may. */
  | { readonly kind: "too-large" };

export type ArchivedFile = { readonly path: string; readonly sizeBytes: number };

export interface ArchiveReader {
  /** Its directory was missing or broken, and its files were found by looking for each. */
  readonly isSalvaged?: boolean;
  /** What was found to be broken already. */
  readonly damage?: readonly BackupDamage[];
  /** In the archive's own order, folders left out. */
  readonly files: readonly ArchivedFile[];
  /** Hands over the unpacked bytes in order, never more than the file's own size; `take` that answers false ends it early. */
  read(path: string, take: (bytes: Uint8Array) => boolean | Promise<boolean>): Promise<Result<void, ArchiveReadProblem>>;
  /** What can be read of a text that is damaged; the end of a line is in place of what cannot. Absent: no more than `read` gives. */
  readDamaged?(path: string, take: (bytes: Uint8Array) => boolean | Promise<boolean>): Promise<void>;
}

/** SHA-256 of what is handed over piece by piece, and does not change until the answer is there. */
export interface Digest {
  update(bytes: Uint8Array): Promise<void>;
  /** 64 hexadecimal digits; the digest is used up. */
  hex(): Promise<string>;
}

export type CreateDigest = () => Digest;
