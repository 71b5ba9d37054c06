/** Interface of every format. docs/how-to/add-an-import-format.md. */
import type { ReadChoices } from "../../../ports/transfer/import-sources.ts";
import { type ImportFile, type ImportTools, SourceFailure } from "./import-source.ts";
import { type ImportFormat, lostItem, type SourceItem } from "./source-item.ts";

export type ReaderOptions = ReadChoices & {
  /** Password of an encrypted backup. */
  readonly password?: string;
};

export type SourceFiles = {
  /** `files`: files of this format; `byPath`: all files of the source. */
  readonly files: readonly ImportFile[];
  readonly byPath: ReadonlyMap<string, ImportFile>;
};

export type ImportReader = {
  readonly format: ImportFormat;
  /** Yields items in the order of the source. Each file that is read must be in the `usedPaths` of one item. */
  read(source: SourceFiles, tools: ImportTools, options: ReaderOptions): AsyncGenerator<SourceItem>;
};

/** Runs `read` on each file; an unreadable file becomes an item with its problem. */
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
