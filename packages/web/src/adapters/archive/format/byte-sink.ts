/** Receives the bytes of an archive in order. */

import type { Result } from "@satchel/core/model/result.ts";
import type { ArchiveProblem } from "@satchel/core/ports/transfer/archive.ts";

export type ByteSink = { write(bytes: Uint8Array<ArrayBuffer>): Promise<Result<void, ArchiveProblem>> };
