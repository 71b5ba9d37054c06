import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { DateStyle } from "../../model/readable/readable-values.ts";
import { ok } from "../../model/result.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createDays } from "./days-service.ts";
import { createTemplates } from "./templates-service.ts";

const STYLE: DateStyle = { locale: "en-GB" };
const DAY = "2026-11-29";
const WORDS = { title: "Sunday", folder: "Days", style: STYLE };
/** Stands for the names under the vault's key. */
const sealNames = async (ids: readonly string[]) => ok(ids.map((id) => `sealed ${id}`));
let drive: MemoryDrive;

beforeEach(() => {
  drive = new MemoryDrive();
});

const daysOf = ({ library, notes, clock }: TestDevice, isLocal = false) =>
  createDays({ library, notes, clock, ids: createSequenceIds("d"), sealNames: isLocal ? undefined : sealNames });
const shown = ({ notes }: TestDevice) => {
  notes.refresh();
  return notes.store.getState();
};

async function openDay(device: TestDevice, day = DAY, isLocal = false) {
  const opened = await daysOf(device, isLocal).open(day, WORDS);
  if (!opened.ok) throw new Error(opened.problem.kind);
  return opened.value;
}

async function syncInTurns(...devices: readonly TestDevice[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const device of devices) await device.sync();
}

async function append(device: TestDevice, noteId: string, html: string): Promise<void> {
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error("missing");
  const { title, content, vv } = opened.value;
  await device.notes.save(noteId, { title, content: `${content}${html}` }, { seen: { vv } });
}

/** A template of the folder in which the notes of days are. */
async function useTemplate(device: TestDevice, title: string, content: string): Promise<void> {
  await openDay(device, "2026-11-01");
  const folder = shown(device).folders.find(({ name }) => name === "Days");
  const made = await device.notes.create({ title, content }, null);
  if (folder === undefined || !made.ok) throw new Error("missing");
  const templates = createTemplates({ ...device, ids: createSequenceIds("t") });
  await templates.mark([made.value.noteId], true);
  await templates.setOfFolder(folder.folderId, made.value.noteId);
}

describe("decision 0060 notes of days", () => {
  it("creates the note of a day once, in a folder of its own", async () => {
    const device = await createTestDevice("one", drive);
    const first = await openDay(device);
    const second = await openDay(device);

    expect(first.isNew).toBe(true);
    expect(second).toEqual({ noteId: first.noteId, isNew: false });
    const { notes, folders } = shown(device);
    expect(notes).toMatchObject([{ title: "Sunday", day: DAY }]);
    expect(folders.find(({ folderId }) => folderId === notes[0]?.folderId)?.name).toBe("Days");
    expect(first.noteId).not.toContain("2026");
  });

  it("creates the following ones in the folder of the last one, wherever it was moved", async () => {
    const device = await createTestDevice("one", drive);
    const { noteId } = await openDay(device);
    const made = await device.notes.createFolder({ name: "Diary", description: "", color: "#3B82F6" });
    if (!made.ok) throw new Error("missing");
    await device.notes.move(noteId, made.value.folderId);
    const next = await openDay(device, "2026-11-30");

    expect(shown(device).notesById.get(next.noteId)?.folderId).toBe(made.value.folderId);
  });

  it("begins with the folder's template, filled for the day", async () => {
    const device = await createTestDevice("one", drive);
    await useTemplate(device, "Log {{date:D MMM}}", "<p>{{date:YYYY-MM-DD}} {{cursor}}</p>");
    const { noteId, caret } = await openDay(device);

    expect(device.disk.entities.get(noteId)).toMatchObject({ title: "Log 29 Nov", content: "<p>2026-11-29&nbsp;</p>" });
    expect(caret).toMatchObject({ block: 0, spaces: 1 });
  });

  it("brings a deleted note back with its text", async () => {
    const device = await createTestDevice("one", drive);
    const { noteId } = await openDay(device);
    await append(device, noteId, "<p>rain</p>");
    await device.notes.remove(noteId);

    expect(await openDay(device)).toMatchObject({ noteId, isNew: false });
    expect(shown(device).notesById.get(noteId)?.preview).toBe("rain");
  });

  it("creates one note in local mode too, also when another tab was first", async () => {
    const device = await createTestDevice("one", drive);
    const first = await openDay(device, DAY, true);
    const again = await device.restart();

    expect(await openDay(again, DAY, true)).toEqual({ noteId: first.noteId, isNew: false });
  });

  it("is one note of two devices that create it at once, with the template once and both texts", async () => {
    const [one, two, three] = [
      await createTestDevice("one", drive),
      await createTestDevice("two", drive),
      await createTestDevice("three", drive),
    ];
    await useTemplate(one, "{{date}}", "<h2>Today</h2><p>a</p><h2>Notes</h2>");
    await syncInTurns(one, two, three);
    const opened = await Promise.all([openDay(one), openDay(two)]);
    expect(opened[0]?.noteId).toBe(opened[1]?.noteId);
    const noteId = opened[0]?.noteId ?? "";
    await append(one, noteId, "<p>milk</p>");
    two.clock.advance(7000);
    await append(two, noteId, "<p>bread</p>");
    await syncInTurns(one, two, three);

    for (const device of [one, two, three]) {
      expect(shown(device).notes.filter(({ day }) => day === DAY)).toHaveLength(1);
      expect(shown(device).notes).toHaveLength(3);
      const { content } = device.disk.entities.get(noteId) as { content: string };
      expect(content.match(/<h2>Today<\/h2>/g)).toHaveLength(1);
      for (const text of ["milk", "bread", "<p>a</p>"]) expect(content).toContain(text);
    }
  });

  it("keeps every text that devices write into it before they have synced", async () => {
    const texts = fc.array(fc.stringMatching(/^[a-z]{3,8}$/), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(texts, texts, fc.nat({ max: 10_000 }), fc.boolean(), async (mine, theirs, laterMs, isReversed) => {
        drive = new MemoryDrive();
        const [one, two, three] = [
          await createTestDevice("one", drive),
          await createTestDevice("two", drive),
          await createTestDevice("three", drive),
        ];
        const { noteId } = await openDay(one);
        two.clock.advance(laterMs);
        await openDay(two);
        for (const text of mine) await append(one, noteId, `<p>${text} 1</p>`);
        for (const text of theirs) await append(two, noteId, `<p>${text} 2</p>`);
        await syncInTurns(...(isReversed ? [two, three, one] : [one, three, two]));

        const written = [...mine.map((text) => `<p>${text} 1</p>`), ...theirs.map((text) => `<p>${text} 2</p>`)];
        const contents = [one, two, three].map((device) => (device.disk.entities.get(noteId) as { content: string }).content);
        expect(new Set(contents).size).toBe(1);
        for (const text of written) expect(contents[0]).toContain(text);
        for (const device of [one, two, three]) expect(shown(device).notes).toHaveLength(1);
      }),
      { numRuns: 40 },
    );
  });
});
