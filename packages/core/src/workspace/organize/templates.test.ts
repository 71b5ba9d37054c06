import { beforeEach, describe, expect, it } from "vitest";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createTemplates } from "./templates-service.ts";

let drive: MemoryDrive;

beforeEach(() => {
  drive = new MemoryDrive();
});

const templatesOf = ({ library, notes, clock }: TestDevice) => createTemplates({ library, notes, clock, ids: createSequenceIds("t") });
const shown = ({ notes }: TestDevice) => {
  notes.refresh();
  return notes.store.getState();
};
const namesOf = (device: TestDevice) => shown(device).notes.flatMap(({ title, isTemplate }) => (isTemplate ? [title] : []));
const VALUES = { name: "Meetings", description: "", color: "#3B82F6" };

async function write(device: TestDevice, title: string): Promise<string> {
  const made = await device.notes.create({ title, content: "<p>{{date}}</p>" }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.noteId;
}

async function createFolder(device: TestDevice): Promise<string> {
  const made = await device.notes.createFolder(VALUES);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.folderId;
}

async function syncInTurns(...devices: readonly TestDevice[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const device of devices) await device.sync();
}

describe("decision 0059 templates", () => {
  it("marks a note as a template and unmarks it, without changing its time", async () => {
    const device = await createTestDevice("one", drive);
    const noteId = await write(device, "Meeting");
    const before = shown(device).notesById.get(noteId)?.lastModified;
    device.clock.advance(5000);
    await templatesOf(device).mark([noteId], true);

    expect(namesOf(device)).toEqual(["Meeting"]);
    expect(shown(device).notesById.get(noteId)?.lastModified).toBe(before);
    expect(namesOf(await device.restart())).toEqual(["Meeting"]);

    await templatesOf(device).mark([noteId, "gone"], false);
    expect(namesOf(device)).toEqual([]);
    expect(device.disk.entities.get(noteId)).not.toHaveProperty("isTemplate");
  });

  it("keeps the mark of one device and the text of another", async () => {
    const [one, two] = [await createTestDevice("one", drive), await createTestDevice("two", drive)];
    const noteId = await write(one, "Meeting");
    await syncInTurns(one, two);
    const opened = await two.notes.open(noteId);
    if (!opened.ok) throw new Error("missing");
    await templatesOf(one).mark([noteId], true);
    await two.notes.save(noteId, { title: "Meeting", content: "<p>{{time}}</p>" }, { seen: { vv: opened.value.vv } });
    await syncInTurns(one, two);

    for (const device of [one, two]) {
      expect(namesOf(device)).toEqual(["Meeting"]);
      expect(device.disk.entities.get(noteId)).toMatchObject({ content: "<p>{{time}}</p>", isTemplate: true });
    }
  });

  it("keeps the template of a folder beside a rename on another device", async () => {
    const [one, two] = [await createTestDevice("one", drive), await createTestDevice("two", drive)];
    const [noteId, folderId] = [await write(one, "Meeting"), await createFolder(one)];
    await syncInTurns(one, two);
    await templatesOf(one).setOfFolder(folderId, noteId);
    await two.notes.updateFolder(folderId, { ...VALUES, name: "Talks" });
    await syncInTurns(one, two);

    const folderOf = (device: TestDevice) => shown(device).folders.find((folder) => folder.folderId === folderId);
    for (const device of [one, two]) expect(folderOf(device)).toMatchObject({ name: "Talks", templateId: noteId });
    await templatesOf(two).setOfFolder(folderId, undefined);
    await syncInTurns(two, one);
    expect(folderOf(one)).not.toHaveProperty("templateId");
  });

  it("adds the first templates to one folder, also when asked twice", async () => {
    const device = await createTestDevice("one", drive);
    const drafts = [
      { title: "A", content: "" },
      { title: "B", content: "" },
    ];
    expect((await templatesOf(device).addFirst("Templates", drafts)).ok).toBe(true);
    await templatesOf(device).addFirst("Templates", [{ title: "C", content: "" }]);

    const { folders, notes } = shown(device);
    const made = folders.filter(({ name }) => name === "Templates");
    expect(made).toHaveLength(1);
    expect(notes.map(({ title }) => title).sort()).toEqual(["A", "B", "C"]);
    expect(notes.every(({ folderId, isTemplate }) => folderId === made[0]?.folderId && isTemplate === true)).toBe(true);
    expect(notes.findIndex(({ title }) => title === "A")).toBeLessThan(notes.findIndex(({ title }) => title === "B"));
  });

  it("refuses a folder that is gone", async () => {
    const device = await createTestDevice("one", drive);
    expect(await templatesOf(device).setOfFolder("folder-1-gone", undefined)).toMatchObject({ problem: { kind: "not-found" } });
  });
});
