import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FaultConfig } from "../../sandbox/faults/fault-config.ts";
import { createMemoryMetadataStore } from "../../storage/memory/memory-metadata-store.ts";
import type { MetadataStore } from "../../storage/metadata-store.ts";
import { openSqliteMetadataStore } from "../../storage/sqlite/sqlite-metadata-store.ts";
import { createRawDrive, type RawDrive, reasonOf } from "../../testing/raw-drive.ts";
import type { ChangeList, DriveFile, FileList } from "../../wire/resources.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const FILES = "/drive/v3/files";
const CHANGES = "/drive/v3/changes";

async function startToken(drive: RawDrive): Promise<string> {
  return String((await drive.call("GET", `${CHANGES}/startPageToken`)).json.startPageToken);
}

describe("drive contract §1.11 changes", () => {
  let drive: RawDrive;
  beforeEach(() => {
    drive = createRawDrive();
  });
  const changes = (query: Readonly<Record<string, string>>) => drive.call<ChangeList>("GET", CHANGES, { query });

  it("returns an entry per file in the order of last changes, with the file's current state", async () => {
    const token = await startToken(drive);
    const [first, second] = [await drive.make({ name: "1" }), await drive.make({ name: "2" })];
    await drive.clock.advance(5);
    await drive.call("PATCH", `${FILES}/${first.id}`, { json: { name: "1b" } });

    const answer = await changes({ pageToken: token });

    expect(answer.json).toEqual({
      kind: "drive#changeList",
      newStartPageToken: await startToken(drive),
      changes: [
        {
          kind: "drive#change",
          type: "file",
          changeType: "file",
          time: "2026-07-18T09:30:00.000Z",
          removed: false,
          fileId: second.id,
          file: { kind: "drive#file", id: second.id, name: "2", mimeType: "text/plain" },
        },
        {
          kind: "drive#change",
          type: "file",
          changeType: "file",
          time: "2026-07-18T09:30:00.005Z",
          removed: false,
          fileId: first.id,
          file: { kind: "drive#file", id: first.id, name: "1b", mimeType: "text/plain" },
        },
      ],
    });
  });

  it("reports trash with the file and removal without it", async () => {
    const [trashed, removed] = [await drive.make({}), await drive.make({})];
    const token = await startToken(drive);
    await drive.call("PATCH", `${FILES}/${trashed.id}`, { json: { trashed: true } });
    await drive.call("DELETE", `${FILES}/${removed.id}`);

    const entries = (await changes({ pageToken: token, fields: "changes(fileId,removed,file(id,trashed))" })).json.changes;

    expect(entries).toEqual([
      { fileId: trashed.id, removed: false, file: { id: trashed.id, trashed: true } },
      { fileId: removed.id, removed: true },
    ]);
    expect((await changes({ pageToken: token, includeRemoved: "false" })).json.changes).toHaveLength(1);
  });

  it("returns either a next page or a new start token", async () => {
    const token = await startToken(drive);
    for (let index = 0; index < 3; index += 1) await drive.make({});

    const first = (await changes({ pageToken: token, pageSize: "2" })).json;
    const second = (await changes({ pageToken: first.nextPageToken ?? "", pageSize: "2" })).json;

    expect([first.newStartPageToken, second.nextPageToken]).toEqual([undefined, undefined]);
    expect(second.newStartPageToken).toBe(await startToken(drive));
  });

  it("lists all changes from token 1, and omits the hidden app folder", async () => {
    const { id } = await drive.make({});
    const hidden = await drive.make({ parents: ["appDataFolder"] });

    expect((await changes({ pageToken: "1" })).json.changes?.map((entry) => entry.fileId)).toEqual([id]);
    expect((await changes({ pageToken: "1", spaces: "appDataFolder" })).json.changes?.map((entry) => entry.fileId)).toEqual([hidden.id]);
    expect((await changes({ pageToken: "1", restrictToMyDrive: "true" })).json.changes).toHaveLength(1);
    expect((await changes({ pageToken: "1", restrictToMyDrive: "true", spaces: "appDataFolder" })).json.changes).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["400 required pageToken", {}],
    ["400 invalid pageToken", { pageToken: "" }],
    ["400 invalid pageToken", { pageToken: "invented" }],
    ["400 invalid pageToken", { pageToken: "0" }],
    ["400 invalid pageToken", { pageToken: "999" }],
    ["400 invalid pageSize", { pageToken: "1", pageSize: "5000" }],
    ["400 invalid includeRemoved", { pageToken: "1", includeRemoved: "maybe" }],
    ["400 invalid restrictToMyDrive", { pageToken: "1", restrictToMyDrive: "maybe" }],
    ["403 teamDrivesParameterRequired includeItemsFromAllDrives", { pageToken: "1", includeItemsFromAllDrives: "true" }],
    ["400 invalidParameter fields", { pageToken: "1", fields: "files(id)" }],
  ])("%s for %j", async (reason, query) => {
    expect(reasonOf(await changes(query))).toBe(reason);
  });

  it.each<[string, () => MetadataStore, FaultConfig]>([
    ["in memory", createMemoryMetadataStore, {}],
    ["in SQL", () => openSqliteMetadataStore(":memory:"), {}],
    ["late, again and on short pages", createMemoryMetadataStore, { feedLagMs: 5, feedRepeats: 2, shortPages: true }],
  ])("lets a follower of the feed hold what the source holds, whatever happens between two pages, %s", async (_, openStore, faults) => {
    const anyAction = fc.record({ kind: fc.constantFrom("make", "rename", "trash", "restore", "delete", "move"), at: fc.nat() });
    const property = fc.asyncProperty(
      fc.array(fc.array(anyAction, { maxLength: 4 }), { maxLength: 10 }),
      fc.integer({ min: 1, max: 5 }),
      async (rounds, pageSize) => {
        const metadata = openStore();
        const fresh = createRawDrive({ metadata, faults });
        const folder = await fresh.folder("f");
        const ids: string[] = [];
        const follower = new Map<string, DriveFile>();
        let token = "1";
        for (const round of rounds) {
          for (const action of round) await act(fresh, action, ids, folder);
          await fresh.clock.advance(2);
          token = await follow(fresh, token, pageSize, 1, follower);
        }

        await fresh.clock.advance(5);
        fresh.sandbox.control?.setFaults({ ...faults, shortPages: false });
        await follow(fresh, token, pageSize, 1000, follower);

        expect(Object.fromEntries(follower)).toEqual(await wholeDrive(fresh));
        await metadata.close();
      },
    );

    await fc.assert(property, { numRuns: 40 });
  });
});

const SEEN = "id,name,trashed,parents,version";

/** Reads at most `pages` pages and returns the token of the next one. */
async function follow(drive: RawDrive, from: string, pageSize: number, pages: number, follower: Map<string, DriveFile>): Promise<string> {
  let token = from;
  for (let page = 0; page < pages; page += 1) {
    const fields = `nextPageToken,newStartPageToken,changes(fileId,removed,file(${SEEN}))`;
    const { json } = await drive.call<ChangeList>("GET", CHANGES, { query: { pageToken: token, pageSize: String(pageSize), fields } });
    for (const change of json.changes ?? []) {
      if (change.removed === true) follower.delete(change.fileId ?? "");
      else follower.set(change.fileId ?? "", change.file ?? {});
    }
    token = json.nextPageToken ?? json.newStartPageToken ?? "";
    if (json.nextPageToken === undefined) return token;
  }
  return token;
}

async function wholeDrive(drive: RawDrive): Promise<Record<string, DriveFile>> {
  const { json } = await drive.call<FileList>("GET", FILES, { query: { pageSize: "1000", fields: `files(${SEEN})` } });
  return Object.fromEntries((json.files ?? []).map((file) => [file.id ?? "", file]));
}

async function act(drive: RawDrive, action: { readonly kind: string; readonly at: number }, ids: string[], folder: string): Promise<void> {
  const id = ids[action.at % Math.max(1, ids.length)];
  const patch = (json: unknown, query = {}) => drive.call("PATCH", `${FILES}/${id}`, { json, query });
  if (action.kind === "make" || id === undefined) ids.push((await drive.make({ name: `n${action.at}` })).id);
  else if (action.kind === "rename") await patch({ name: `r${action.at}` });
  else if (action.kind === "trash") await patch({ trashed: true });
  else if (action.kind === "restore") await patch({ trashed: false });
  else if (action.kind === "move") await patch({}, { addParents: folder, removeParents: "root" });
  else await drive.call("DELETE", `${FILES}/${id}`);
}
