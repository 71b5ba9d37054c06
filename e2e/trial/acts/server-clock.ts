/** A clock for the server's process that a trial can move ahead. The drive's times follow it; those of the devices do not. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export type ServerClock = {
  /** Environment of the server's process. */
  readonly env: Record<string, string>;
  /** Days by which the server is ahead. */
  readonly aheadDays: () => number;
  /** Takes effect when the server restarts. */
  moveAhead(days: number): Promise<void>;
  close(): Promise<void>;
};

export const DAY_MS = 86_400_000;

export async function createServerClock(): Promise<ServerClock> {
  const folder = await mkdtemp(join(tmpdir(), "satchel-clock-"));
  const script = join(folder, "clock.mjs");
  let ahead = 0;
  await writeFile(script, shiftedDate(0));
  return {
    env: { NODE_OPTIONS: `--import ${pathToFileURL(script).href}` },
    aheadDays: () => ahead,
    async moveAhead(days) {
      ahead += days;
      await writeFile(script, shiftedDate(ahead * DAY_MS));
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Also runs in pages, before the app. */
export function shiftedDate(byMs: number): string {
  return `{
  const Real = Date;
  const now = () => Real.now() + ${byMs};
  globalThis.Date = class extends Real {
    constructor(...parts) {
      super(...(parts.length === 0 ? [now()] : parts));
    }
    static now() {
      return now();
    }
  };
}
`;
}
