/**
 * Source of an import: files of a folder or archive, and the tools that reading needs. Implemented over Blob by web/adapters/import. A
 * failed read throws `SourceFailure`, which readers turn into an item of the report.
 */

import type { FoundBytes } from "../../exchange/transfer-note.ts";

export type ImportFile = {
  /** Parts are separated by `/`; no part is empty, `.` or `..`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number | undefined;
  bytes(from?: number, to?: number): AsyncIterable<Uint8Array>;
};

export type ByteCollector = {
  write(bytes: Uint8Array): void;
  /** `md5`: Evernote names its resources by it. */
  finish(): Promise<FoundBytes & { readonly md5: string }>;
};

export type FileText = {
  readonly text: string;
  /** True if the declared encoding was wrong and the file was read as Windows-1252. */
  readonly isGuessed: boolean;
};

export type ImportTools = {
  /** Returns the whole text of a file; throws `SourceFailure` above the size limit for texts. */
  text(file: ImportFile): Promise<FileText>;
  /** Returns the text in pieces, for files of any size. */
  textPieces(file: ImportFile): AsyncIterable<string>;
  hash(file: ImportFile): Promise<FoundBytes>;
  /** Only one collector may be open at a time. */
  collect(): ByteCollector;
  /** Returns the files in an archive that is part of a note format (DOCX). */
  openZip(file: ImportFile): Promise<readonly ImportFile[]>;
  /** Returns undefined if the password is wrong. */
  openStandardNotes?(backup: unknown, password: string): Promise<unknown>;
  /** Returns the decrypted text; undefined if the password or key is wrong. */
  openNotesnook?(sealed: Readonly<Record<string, unknown>>, secret: NotesnookSecret): Promise<string | undefined>;
  /** Throws `SourceFailure`. */
  openNotesnookFile?(
    file: ImportFile,
    sealing: { readonly key: string; readonly header: string; readonly chunkBytes: number },
  ): AsyncIterable<Uint8Array>;
  /** Unpacks Base64 of gzip; throws `SourceFailure`. */
  gunzipText?(base64: string): Promise<string>;
};

/** The key is in Base64. */
export type NotesnookSecret = { readonly password: string } | { readonly key: string };

/** Reason why a part of a source could not be read. */
export type DamageKind =
  | "damaged"
  | "too-large"
  | "unpacks-too-large"
  | "too-many-files"
  | "nested-too-deep"
  | "path-refused"
  | "encrypted"
  | "unreadable";

export class SourceFailure extends Error {
  readonly kind: DamageKind;

  constructor(kind: DamageKind) {
    super(kind);
    this.kind = kind;
  }
}

export async function* describeFailures<Item>(
  read: () => AsyncIterable<Item>,
  onFailure: (kind: DamageKind) => Item,
): AsyncGenerator<Item> {
  try {
    yield* read();
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    yield onFailure(error.kind);
  }
}
