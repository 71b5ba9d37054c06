/** Where the bytes of an archive go, one after the other. */
import type { ArchiveProblem } from "@satchel/core/ports/archive.ts";
import type { Result } from "@satchel/core/result.ts";

export type ByteSink = { write(bytes: Uint8Array<ArrayBuffer>): Promise<Result<void, ArchiveProblem>> };
