/**
 * What an import reads from: the files of a folder or of an archive, whatever holds them, and the few things that reading needs from outside.
 * Implemented over Blob by web/adapters/import. A read that fails throws `SourceFailure`; readers turn it into an item of the report.
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
  /** `md5`: as Evernote names its resources. */
  finish(): Promise<FoundBytes & { readonly md5: string }>;
};

export type FileText = {
  readonly text: string;
  /** Its bytes were not what they claim to be, and were read as Windows-1252. */
  readonly isGuessed: boolean;
};

export type ImportTools = {
  /** The whole text of a file; throws `SourceFailure` where it is larger than any text can be. */
  text(file: ImportFile): Promise<FileText>;
  /** The same piece by piece, for what may be of any size. */
  textPieces(file: ImportFile): AsyncIterable<string>;
  hash(file: ImportFile): Promise<FoundBytes>;
  /** One at a time. */
  collect(): ByteCollector;
  /** The files in an archive that is part of a note format (DOCX). */
  openZip(file: ImportFile): Promise<readonly ImportFile[]>;
  /** Undefined: the password is wrong. */
  openStandardNotes?(backup: unknown, password: string): Promise<unknown>;
  /** The text that is sealed; undefined: the password or key is wrong. */
  openNotesnook?(sealed: Readonly<Record<string, unknown>>, secret: NotesnookSecret): Promise<string | undefined>;
  /** Throws `SourceFailure`. */
  openNotesnookFile?(
    file: ImportFile,
    sealing: { readonly key: string; readonly header: string; readonly chunkBytes: number },
  ): AsyncIterable<Uint8Array>;
  /** Of base64; throws `SourceFailure`. */
  gunzipText?(base64: string): Promise<string>;
};

/** The key is in base64. */
export type NotesnookSecret = { readonly password: string } | { readonly key: string };

/** Why a part of a source could not be read. */
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
