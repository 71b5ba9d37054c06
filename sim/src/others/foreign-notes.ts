/**
 * Unencrypted notes that another client left in the drive, laid out as the spec says and without our properties. The product lists them and
 * imports them only when asked. Spec B §3 "Drive layout", decision 0017.
 */
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import { bytesOfText } from "../device/reading.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { Chance } from "../world/random.ts";
import type { VirtualTime } from "../world/virtual-time.ts";

export type ForeignDeps = {
  readonly client: DriveClient;
  readonly oracle: Oracle;
  readonly chance: Chance;
  readonly time: VirtualTime;
  readonly trace: (line: string) => void;
};

/** Devices that started at the same moment may have created several folders; the oldest one counts. */
async function notesFolder(client: DriveClient): Promise<string | undefined> {
  const folders = await client.list({ q: "name = 'notes'", fields: "files(id)", orderBy: "createdTime", pageSize: 1 });
  return folders.ok ? folders.value.files?.[0]?.id : undefined;
}

/** Leaves a note as soon as there is a folder to leave it in. */
export async function leaveForeignNote({ client, oracle, chance, time, trace }: ForeignDeps): Promise<void> {
  const folderId = await notesFolder(client);
  if (folderId === undefined) return;
  const text = oracle.newForgery();
  const noteId = `note-${time.now()}-foreign${chance.int(0, 999)}`;
  const note = { noteId, title: "Note", content: `<p>${text}</p>`, folderId: "", createdAt: time.now(), updatedAt: time.now() };
  const content = bytesOfText(JSON.stringify(note));
  const left = await client.create({ name: `note_${noteId}.json`, parents: [folderId] }, { content, fields: "id" });
  if (!left.ok) return;
  trace(`another client left ${noteId} with ${text}`);
}
