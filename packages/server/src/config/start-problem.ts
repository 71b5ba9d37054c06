/** Describes why the server cannot start, in one sentence for the operator. Caught once, in main.ts. */
import { NewerDatabase } from "@satchel/drive/result.ts";

export class StartProblem extends Error {}

/** Sentences by error code of the system or of SQLite. */
const SENTENCES: Readonly<Record<string, (error: Error) => string>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  SQLITE_FULL: diskFull,
};

function diskFull({ message }: Error): string {
  return `There is no space left on the disk of the data folder (${firstLine(message)}). Make room there, and start again; nothing is lost.`;
}

/** Returns one line, never a stack trace. */
export function toStartSentence(error: unknown): string {
  if (error instanceof StartProblem || error instanceof NewerDatabase) return error.message;
  const known = error instanceof Error ? SENTENCES[(error as NodeJS.ErrnoException).code ?? ""]?.(error) : undefined;
  return known ?? `Satchel could not start: ${firstLine(String(error))}`;
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

/** Available since Node 22.14 and 23.6. */
const NODE_API = 10;

/**
 * Rejects a Node version that the database driver does not support: the driver would end the process silently instead of failing to load.
 * Decision 0015.
 */
export function checkNode({ node, napi }: { readonly node: string; readonly napi?: string }): void {
  if (Number(napi) >= NODE_API) return;
  throw new StartProblem(
    `Satchel needs Node 22.14 or newer and this is ${node}. Install Node 24 from https://nodejs.org, or use npm start.`,
  );
}
