/**
 * What counts of a file besides its content: names, descriptions and properties to the byte, and a fixed number for the rest of its row (ids,
 * times, checksums), so that files of no content are not free. The SQL of the two databases says the same (metadata-store-contract.ts).
 */
import type { FileRecord } from "../records/file-record.ts";

/** Ids, 13 numbers and three checksums of a row with its index entries, rounded. */
export const ROW_BYTES = 512;

type Described = Pick<FileRecord, "name" | "description" | "originalFilename" | "appProperties" | "properties">;

export function countMetadata({ name, description, originalFilename, appProperties, properties }: Described): number {
  const texts = [name, description ?? "", originalFilename ?? "", JSON.stringify(appProperties), JSON.stringify(properties)];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), ROW_BYTES);
}
