/** The one interface that every format implements. docs/how-to/add-an-import-format.md. */
import type { CsvAs } from "../../../ports/transfer/import-sources.ts";
import { type ImportFile, type ImportTools, SourceFailure } from "./import-source.ts";
import { type ImportFormat, lostItem, type SourceItem } from "./source-item.ts";

export type ReaderOptions = {
  /** Of a backup under a password. */
  readonly password?: string;
  readonly csvAs: CsvAs;
};

export type SourceFiles = {
  /** Those of this format, and what is beside them. */
  readonly files: readonly ImportFile[];
  readonly byPath: ReadonlyMap<string, ImportFile>;
};

export type ImportReader = {
  readonly format: ImportFormat;
  /** Its items in the order of the source; each file that it reads is in the `usedPaths` of one. */
  read(source: SourceFiles, tools: ImportTools, options: ReaderOptions): AsyncGenerator<SourceItem>;
};

/** What `read` makes of each file; one that cannot be read is an item that says so. */
export async function* readEach(
  files: readonly ImportFile[],
  read: (file: ImportFile) => AsyncIterable<SourceItem> | Promise<SourceItem>,
): AsyncGenerator<SourceItem> {
  for (const file of files) {
    try {
      const found = read(file);
      if (Symbol.asyncIterator in found) yield* found;
      else yield await found;
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      yield lostItem(file, error.kind);
    }
  }
}
