/** Deletes for good everything that Satchel made in the user's drive; with `drive.file` there is nothing else to be seen. encryption.md 3.5 (13). */
import * as z from "zod/mini";
import { isRefused, refuse } from "../shared/refusal.ts";
import { ask, send, type ValueOrRefusal } from "./drive-files.ts";
import type { DriveProvider } from "./drive-provider.ts";

const page = z.object({ files: z.array(z.object({ id: z.string() })) });

/** A search lags behind what it finds, so it is asked until it finds nothing; a drive that never gets there is reported as such. */
const MAX_ROUNDS = 50;

/** The app's folders first: what is in them goes with them. */
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
