/** Permanently deletes everything that Satchel created in the user's drive; `drive.file` shows no other files. encryption.md 3.5 (13). */
import * as z from "zod/mini";
import { isRefused, refuse } from "../shared/refusal.ts";
import { ask, send, type ValueOrRefusal } from "./drive-files.ts";
import type { DriveProvider } from "./drive-provider.ts";

const page = z.object({ files: z.array(z.object({ id: z.string() })) });

/**
 * Search results lag behind deletions, so the search repeats until it finds nothing. A drive that still finds files after this many rounds
 * is reported.
 */
const MAX_ROUNDS = 50;

/** The app's folders are deleted first, with everything in them. */
const APP_FOLDERS = "appProperties has { key='k' and value='app' }";
const EVERYTHING = "'me' in owners";

export async function eraseDrive(provider: DriveProvider, token: string): ValueOrRefusal<undefined> {
  return (await eraseFound(provider, token, APP_FOLDERS)) ?? (await eraseFound(provider, token, EVERYTHING));
}

async function eraseFound(provider: DriveProvider, token: string, q: string): ValueOrRefusal<undefined> {
  const query = new URLSearchParams({ q, fields: "files(id)", pageSize: "1000" });
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = await ask(provider, token, { url: `${provider.server.apiBase}/files?${query}`, schema: page });
    if (isRefused(found)) return found;
    if (found.files.length === 0) return undefined;
    for (const { id } of found.files) {
      const deleted = await send(provider, token, {
        url: `${provider.server.apiBase}/files/${encodeURIComponent(id)}`,
        init: { method: "DELETE" },
      });
      if (isRefused(deleted) && deleted.code !== "not-found") return deleted;
    }
  }
  return refuse("drive-unreachable");
}
