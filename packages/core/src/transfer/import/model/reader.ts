/** The one interface that every format implements. docs/how-to/add-an-import-format.md. */
import type { CsvAs } from "../../../ports/transfer/import-sources.ts";
import type { ImportFile, ImportTools } from "./import-source.ts";
import type { ImportFormat, SourceItem } from "./source-item.ts";

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
