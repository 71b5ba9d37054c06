/**
 * The zip a backup is: written in one go from front to back, read anywhere. Implemented by web/adapters/archive, in a worker, and by
 * testing/memory-archive.ts. Spec B §4 "Backup and restore".
 */
import type { PagedNote } from "../backup/readable.ts";
import type { Result } from "../result.ts";

export type ArchiveProblem =
  /** No room for it on this device. */
  { readonly kind: "storage-full" } | { readonly kind: "cannot-write"; readonly detail: string };

/** Files one after the other, each opened, written and closed; beside them texts, and files that were packed elsewhere. */
export interface ArchiveWriter {
  open(path: string): Promise<ArchiveFile>;
  /** Text of ours. It may be written while others are: it lies apart until it is closed, which must be between two others. */
  openText(path: string): Promise<ArchiveFile>;
  add(packed: PackedFiles): Promise<Result<void, ArchiveProblem>>;
}

export interface ArchiveFile {
  write(bytes: Uint8Array): Promise<Result<void, ArchiveProblem>>;
  close(): Promise<Result<void, ArchiveProblem>>;
}

/** Files as they lie in the archive, one behind the other. */
export type PackedFiles = { readonly bytes: Uint8Array; readonly files: readonly PackedFile[] };

/** `offset`: where in the bytes it begins; `crc`, `sizeBytes` and `sha256` are of what it unpacks to; one that `isStored` lies there as it is. */
export type PackedFile = {
  readonly path: string;
  readonly offset: number;
  readonly packedBytes: number;
  readonly isStored: boolean;
  readonly crc: number;
  readonly sizeBytes: number;
  readonly sha256: string;
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
  /** In the archive's own order, folders left out. */
  readonly files: readonly ArchivedFile[];
  /** Hands over the unpacked bytes in order, never more than the file's own size; `take` that answers false ends it early. */
  read(path: string, take: (bytes: Uint8Array) => boolean | Promise<boolean>): Promise<Result<void, ArchiveReadProblem>>;
}

/** SHA-256 of what is handed over piece by piece. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** 64 hexadecimal digits; the digest is used up. */
  hex(): string;
}

export type CreateDigest = () => Digest;
