/** Everything that can happen to a note in one library, each with its tags. Other paths: backups, exports, upgrade and versions in turns. */
import { describe, expect, it } from "vitest";
import { createHistoryService } from "../../library/history/history-service.ts";
import { createPastService } from "../../library/history/past-service.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { HISTORY } from "../../model/limits/history-limits.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createMemoryKeys } from "../../testing/memory-sensitive-keys.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createTagsService } from "./tags-service.ts";

type World = { readonly device: TestDevice; readonly other: TestDevice; readonly noteId: string };

async function openWorld(): Promise<World> {
  const drive = new MemoryDrive();
  const [device, other] = [await createTestDevice("a", drive), await createTestDevice("b", drive)];
  const made = await device.notes.create({ title: "Heron", content: "<p>marsh</p>" }, null, { tags: ["birds", "sea/shore"] });
  if (!made.ok) throw new Error(made.problem.kind);
  return { device, other, noteId: made.value.noteId };
}

const historyOf = ({ library, notes }: TestDevice) => createHistoryService({ library, notes, open: async (note: NoteEntity) => note });
const tagsOn = ({ notes }: TestDevice) => notes.store.getState().notes.map(({ tags }) => tags);

async function edit({ device, noteId }: World, content: string): Promise<void> {
  device.clock.sleep(HISTORY.pauseMs);
  const opened = await device.notes.open(noteId);
  if (opened.ok) await device.notes.save(noteId, { title: "Heron", content }, { seen: { vv: opened.value.vv } });
}

const BOTH = ["birds", "sea/shore"];

const PATHS: readonly (readonly [string, (world: World) => Promise<readonly (readonly string[] | undefined)[]>])[] = [
  [
    "an edit of the text",
    async (world) => {
      await edit(world, "<p>fen</p>");
      return tagsOn(world.device);
    },
  ],
  [
    "a move into a folder",
    async ({ device, noteId }) => {
      const folder = await device.notes.createFolder({ name: "Field", description: "", color: "#3B82F6" });
      await device.notes.move(noteId, folder.ok ? folder.value.folderId : null);
      return tagsOn(device);
    },
  ],
  [
    "the trash",
    async ({ device, noteId }) => {
      await device.notes.remove(noteId);
      await device.notes.restore(noteId);
      return tagsOn(device);
    },
  ],
  [
    "the restore of a former version",
    async (world) => {
      await edit(world, "<p>fen</p>");
      const history = historyOf(world.device);
      const rows = await history.list(world.noteId);
      await history.restore(world.noteId, (rows.ok && rows.value[1]?.key) || "");
      return tagsOn(world.device);
    },
  ],
  [
    "a copy of a former version",
    async (world) => {
      await edit(world, "<p>fen</p>");
      await createTagsService({ ...world.device, sealing: createMemoryKeys() }).change([{ noteId: world.noteId, remove: BOTH }]);
      const history = historyOf(world.device);
      const rows = await history.list(world.noteId);
      const copied = await history.copy(world.noteId, (rows.ok && rows.value[1]?.key) || "", (title) => title);
      return [world.device.notes.store.getState().notesById.get(copied.ok ? copied.value : "")?.tags];
    },
  ],
  [
    "the restore of a past day",
    async (world) => {
      const { device, noteId } = world;
      const atMs = device.clock.now();
      await edit(world, "<p>fen</p>");
      await device.notes.remove(noteId);
      const restoreDeleted = async (ids: readonly string[]) => {
        const restored = await device.notes.restoreAll(ids);
        return restored.ok ? ({ ok: true, value: ids.length } as const) : ({ ok: false, problem: { kind: "storage-full" } } as const);
      };
      const history = historyOf(device);
      const past = createPastService({ ...device, history, open: async (note: NoteEntity) => note, restoreDeleted });
      await past.show(atMs);
      await past.restore(past.store.getState().notes ?? []);
      return tagsOn(device);
    },
  ],
  [
    "sync with another device",
    async ({ device, other }) => {
      for (const one of [device, other]) await one.sync();
      return tagsOn(other);
    },
  ],
];

describe("decision 0047 tags of a note", () => {
  it.each(PATHS)("survive %s", async (_name, take) => {
    expect(await take(await openWorld())).toEqual([BOTH]);
  });
});
