/** The one interface that every format implements. docs/how-to/add-an-import-format.md. */
import type { ImportFile, ImportTools } from "./import-source.ts";
import type { ImportFormat, SourceItem } from "./source-item.ts";

export type ReaderOptions = {
  /** Of a backup under a password. */
  readonly password?: string;
  /** A note for each row of a table, or the table as one note. */
  readonly csvAs: "rows" | "table";
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
