// @vitest-environment node
import { type Library, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { nextStamp, stampEdit } from "@satchel/core/merge/stamp.ts";
import { toBackupNote } from "@satchel/core/model/backup/backup-format.ts";
import { isAlive, isPurged, type NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { unknownFieldsOf } from "@satchel/core/model/entities/parsing/unknown-fields.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { LocalStore } from "@satchel/core/ports/device/local-store.ts";
import type { PutProblem } from "@satchel/core/ports/transfer/attachment-bytes.ts";
import type { ImportTurns } from "@satchel/core/ports/transfer/import-records.ts";
import type { ChosenSource } from "@satchel/core/ports/transfer/import-sources.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { unknownFields } from "@satchel/core/testing/random-unknown-fields.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { exportContent } from "@satchel/core/transfer/export/export-service.ts";
import { createJsonWriter } from "@satchel/core/transfer/export/formats/json/json-writer.ts";
import { toTransferNote } from "@satchel/core/transfer/export/to-transfer-note.ts";
import { parseImportRecord } from "@satchel/core/transfer/import/import-record.ts";
import { createImportService } from "@satchel/core/transfer/import/import-service.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importReportNote } from "../../text/transfer/import-report.ts";
import { browserIds } from "../browser/environment.ts";
import { createCollectingSink } from "../export/export-sinks.ts";
import { type Calls, connectCalls, type MessagePortLike } from "../workers/calls.ts";
import type { StartedWorker } from "../workers/worker-client.ts";
import { createImportSources } from "./create-import-sources.ts";
import { createImportApi } from "./import-api.ts";
import { IMPORT_PAGE_METHODS, type ImportPage } from "./import-messages.ts";

const NOW = Date.UTC(2026, 0, 2);

function startApi(): StartedWorker {
  const { port1, port2 } = new MessageChannel();
  let page: Calls<ImportPage> | undefined;
  const api = createImportApi({
    page: () => page as Calls<ImportPage>,
    shrink: async () => "data:image/png;base64,AAAA",
    now: () => NOW,
    groupNotes: 200,
  });
  page = connectCalls<ImportPage>(port2 as unknown as MessagePortLike, { theirs: IMPORT_PAGE_METHODS, ours: api }).calls;
  port1.start();
  port2.start();
  return Object.assign(port1 as unknown as StartedWorker, {
    terminate() {
      port1.close();
      port2.close();
    },
  });
}

function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

type DeviceOptions = {
  /** Disk of this device before it was reloaded. */
  readonly disk?: MemoryDisk;
  readonly kept?: { record: unknown };
  readonly attached?: Map<string, Uint8Array>;
  readonly turns?: ImportTurns;
  readonly put?: (id: string) => PutProblem | undefined;
  readonly openStore?: (disk: MemoryDisk) => LocalStore;
  /** Called around each write to the stored import record. */
  readonly around?: <Value>(write: () => Promise<Value>) => Promise<Value>;
};

/** Turns that are shared by all tabs that use this object. */
function createTurns(): ImportTurns {
  let [last, waiting] = [Promise.resolve<unknown>(undefined), 0];
  const run = <Value>(work: () => Promise<Value>): Promise<Value> => {
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn;
    return turn;
  };
  return { run, runIfFree: async (work) => (waiting > 0 ? undefined : run(work)) };
}

/** Saves the note with another text, as an editor does. */
async function edit(library: Library, { id }: NoteEntity): Promise<void> {
  const written = await library.transact(
    { entities: [id] },
    ({ entities, meta }) => {
      const note = entities.get(id) as NoteEntity;
      const edited = stampEdit({ ...note, content: "<p>edited</p>" }, note, nextStamp(meta, NOW));
      return { writes: { entities: [edited], meta: { ctr: meta.ctr + 1 } }, answer: undefined };
    },
    "user",
  );
  value(written);
}

async function aDevice({
  disk = new MemoryDisk("device"),
  kept = { record: undefined },
  attached: files = new Map(),
  turns = createTurns(),
  put = () => undefined,
  openStore = (on) => new MemoryLocalStore(on),
  around = (write) => write(),
}: DeviceOptions = {}) {
  const library: Library = value(await openLibrary({ writers: createTestWriters(), store: openStore(disk) }));
  const reminder = { isOn: false };
  const service = createImportService({
    library,
    attachments: {
      has: async (id) => files.has(id),
      async put({ id }, bytes) {
        const problem = put(id);
        return problem === undefined ? ok(void files.set(id, bytes)) : failed(problem);
      },
    },
    sources: createImportSources(startApi),
    records: {
      load: async () => parseImportRecord(structuredClone(kept.record)),
      save: (record) =>
        around(async () => {
          kept.record = structuredClone(record);
          return ok(undefined);
        }),
      forget: () =>
        around(async () => {
          kept.record = undefined;
        }),
    },
    turns,
    remember(isOn) {
      reminder.isOn = isOn;
    },
    clock: { now: () => NOW },
    ids: browserIds,
    reportNote: importReportNote,
    saveReport: () => undefined,
  });
  const notes = async (): Promise<readonly NoteEntity[]> => {
    const read = value(await library.store.readEntities([...library.index.entities.keys()]));
    return [...read.values()].filter((entity) => entity.kind === "note");
  };
  const folders = (): readonly string[] =>
    [...library.index.entities.values()].flatMap((entity) => (entity.kind === "folder" && isAlive(entity) ? [entity.name] : []));
  return { library, service, files, notes, folders, disk, kept, reminder, turns };
}

const source = (path: string, content: string | Uint8Array): ChosenSource => ({ path, file: new File([content as BlobPart], path) });
const VAULT = [
  source("Plans/One.md", "---\ntags: [work]\n---\nSee [[Two]].\n\n![[dot.png]]\n\n[gone](gone.pdf)"),
  source("Two.md", "text"),
  source("dot.png", Uint8Array.from([1, 2, 3])),
];
const KEEP = source(
  "Old.json",
  JSON.stringify({ title: "Old", textContent: "x", isTrashed: true, userEditedTimestampUsec: 1_700_000_000_000_000 }),
);
const CHOICE = { folderId: undefined, duplicates: "skip" } as const;

const HERON = aNote({ id: "note-1-heron", title: "Heron", content: "<p>by the lake</p>" });

/** JSON export of a library that holds one note with these fields. */
async function ownJson(fields: Readonly<Record<string, unknown>>): Promise<readonly ChosenSource[]> {
  const disk = new MemoryDisk("device");
  disk.entities.set(HERON.id, { ...HERON, ...fields });
  const library: Library = value(await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) }));
  const clock = { now: () => NOW };
  const notes = createNotesService({ library, clock, ids: browserIds, timers: { after: () => () => undefined }, isSyncing: () => false });
  const attachments = { open: async () => failed({ kind: "not-in-drive" as const }) };
  const content = exportContent({ library, notes, attachments }, false);
  const sink = createCollectingSink();
  const writer = createJsonWriter(sink, "Notes.json");
  for (const note of value(await content.readNotes([HERON.id]))) {
    const read = await toTransferNote(note, { attachment: async () => undefined, inline: () => Promise.reject(new Error("no images")) });
    writer.plan(read.note);
    await writer.write(read.note);
  }
  await writer.close();
  return sink.files.map(({ path, pieces }) => ({ path, file: new File(pieces as BlobPart[], path) }));
}

const ownBackup = (fields: Readonly<Record<string, unknown>>): readonly ChosenSource[] => [
  source("metadata.json", '{"appName":"Satchel"}'),
  source("folders.json", "[]"),
  source("notes.json", JSON.stringify([toBackupNote({ ...HERON, ...fields })])),
];

describe("importing into a library", () => {
  it("shows a summary before anything is written", async () => {
    const { service, notes } = await aDevice();
    await service.scan(VAULT, undefined);
    expect(service.store.getState()).toMatchObject({
      kind: "found",
      found: { alreadyHere: 0, sum: { notes: 2, attachments: 1, links: { note: 1 }, missingAttachments: 1, isWhole: true } },
    });
    expect(await notes()).toEqual([]);
  });

  it("adds notes, folders, links, images, trashed notes, and a report in Imports", async () => {
    const { service, notes, folders, files } = await aDevice();
    await service.scan([...VAULT, KEEP], undefined);
    await service.start(CHOICE);
    expect(service.store.getState()).toMatchObject({ kind: "imported", outcome: { added: 3, skipped: 0, attachments: 1, notKept: [] } });
    const [one, two, old] = ["One", "Two", "Old"].map((title) => (async () => (await notes()).find((note) => note.title === title))());
    expect((await one)?.content).toContain(`<a data-note-id="${(await two)?.id}"></a>`);
    expect((await one)?.content).toMatch(/<img data-original-id="[^"]+" alt="" src="data:image\/png;base64,AAAA">/);
    expect([...files.keys()]).toEqual((await one)?.attIds);
    expect([(await old)?.alive, Object.keys((await two)?.alive ?? {}).length]).toEqual([{}, 1]);
    expect(folders()).toEqual(expect.arrayContaining(["Plans", "Imports"]));
    const report = (await notes()).find(({ title }) => title.startsWith("Import of "));
    expect(report?.content).toContain("One: An attachment is missing from the export. Plans/gone.pdf");
  });

  it("adds nothing when the same is imported again, and copies when that is chosen", async () => {
    const { service, notes } = await aDevice();
    await service.scan(VAULT, undefined);
    await service.start(CHOICE);
    await service.scan(VAULT, undefined);
    expect(service.store.getState()).toMatchObject({ found: { alreadyHere: 2 } });
    await service.start(CHOICE);
    expect(service.store.getState()).toMatchObject({ outcome: { added: 0, skipped: 2 } });
    await service.scan([...VAULT, source("New.md", "more")], undefined);
    expect(service.store.getState()).toMatchObject({ found: { alreadyHere: 2, sum: { notes: 3 } } });
    await service.start({ ...CHOICE, duplicates: "copy" });
    expect(service.store.getState()).toMatchObject({ outcome: { added: 3, skipped: 0 } });
    expect((await notes()).filter(({ title }) => title === "Two")).toHaveLength(2);
  });

  it("adds nothing to the trash when the same is imported again", async () => {
    const { service, notes } = await aDevice();
    await service.scan([KEEP], undefined);
    await service.start(CHOICE);
    expect(service.store.getState()).toMatchObject({ outcome: { added: 1, skipped: 0 } });
    await service.scan([KEEP], undefined);
    expect(service.store.getState()).toMatchObject({ found: { alreadyHere: 1 } });
    await service.start(CHOICE);
    expect(service.store.getState()).toMatchObject({ outcome: { added: 0, skipped: 1 } });
    expect((await notes()).filter(({ title }) => title === "Old")).toHaveLength(1);
  });

  it("imports the rows of a CSV file as notes or as one table, as chosen", async () => {
    const { service, notes } = await aDevice();
    const csv = '\uFEFFTitle;"Wei""rd;\nname";;Tags\r\n"A; ""b""";"one\ntwo";x;"t, u"\r\nC;;;\r\n';
    await service.scan([source("Tables/list.csv", csv)], undefined);
    expect(service.store.getState()).toMatchObject({ found: { csvAs: "rows", sum: { notes: 2, isWhole: true } } });
    await service.readAgain({ csvAs: "table" });
    expect(service.store.getState()).toMatchObject({ found: { csvAs: "table", sum: { notes: 1, isWhole: true } } });
    await service.start(CHOICE);
    const [table] = (await notes()).filter(({ title }) => title === "list");
    expect(table?.content.match(/<t[hd]\b/g)).toHaveLength(12);
    expect(table?.content).toContain('A; "b"');
    await service.scan([source("Tables/list.csv", csv)], undefined);
    await service.readAgain({ csvAs: "table" });
    await service.readAgain({ csvAs: "rows" });
    expect(service.store.getState()).toMatchObject({ found: { csvAs: "rows", alreadyHere: 0 } });
    await service.start(CHOICE);
    const row = (await notes()).find(({ title }) => title === 'A; "b"');
    expect(row?.content).toContain("Column 3");
    expect(row?.content).toMatch(/one.*two/s);
  });

  it("adds the row of a CSV file that has changed", async () => {
    const { service } = await aDevice();
    for (const [text, added] of [
      ["first", 2],
      ["second", 1],
    ] as const) {
      await service.scan([source("a.csv", `Title,Text\nA,${text}\nB,same`)], undefined);
      await service.start(CHOICE);
      expect(service.store.getState()).toMatchObject({ outcome: { added, skipped: 2 - added } });
    }
  });

  it("does not ask about tables if there are none", async () => {
    const { service } = await aDevice();
    await service.scan(VAULT, undefined);
    expect(service.store.getState()).toMatchObject({ found: { csvAs: undefined } });
  });

  it.each(["our own JSON", "one of our backups"])("keeps a note's fields of a later app version from %s", (kind) =>
    fc.assert(
      fc.asyncProperty(unknownFields, async (fields) => {
        const { service, notes } = await aDevice();
        const files = kind === "our own JSON" ? await ownJson(fields) : ownBackup(fields);
        await service.scan(files, undefined);
        await service.start(CHOICE);
        expect(service.store.getState()).toMatchObject({ outcome: { added: 1 } });
        const added = (await notes()).find(({ title }) => title === "Heron") as NoteEntity;
        expect(unknownFieldsOf(added)).toEqual(fields);
      }),
      { numRuns: 5 },
    ),
  );

  it("drops JSON fields that are other parts of the note, or unsound", async () => {
    const { service, notes } = await aDevice();
    const note = (title: string, fields: string) => `{"title":"${title}","html":"<p>x</p>","fields":${fields}}`;
    const list = [
      note("Known", '{"sealed":"s","vv":{"x":9},"purged":"p","starred":true}'),
      note("Unsound", '{"starred":true,"__proto__":{}}'),
    ];
    await service.scan([source("Notes.json", `{"format":"satchel-notes","version":1,"notes":[${list}]}`)], undefined);
    await service.start(CHOICE);
    const byTitle = new Map((await notes()).map((each) => [each.title, each] as const));
    expect(byTitle.get("Known")).not.toHaveProperty("sealed");
    expect(byTitle.get("Known")).not.toHaveProperty("purged");
    expect(byTitle.get("Known")).toMatchObject({ starred: true, content: "<p>x</p>" });
    expect(byTitle.get("Unsound")).not.toHaveProperty("starred");
  });

  it("keeps two identical notes of a source", async () => {
    const { service } = await aDevice();
    const note = "<note><title>Same</title><content><![CDATA[<en-note><div>x</div></en-note>]]></content></note>";
    await service.scan([source("a.enex", `<en-export>${note}${note}</en-export>`)], undefined);
    await service.start(CHOICE);
    expect(service.store.getState()).toMatchObject({ outcome: { added: 2 } });
  });

  it("undoes an import in one step, and moves only what was changed since to the trash", async () => {
    const { service, notes, library } = await aDevice();
    await service.scan(VAULT, undefined);
    await service.start(CHOICE);
    const two = (await notes()).find(({ title }) => title === "Two") as NoteEntity;
    await edit(library, two);
    await service.undo();
    expect(service.store.getState()).toMatchObject({ kind: "undone", removed: 2, trashed: 1 });
    const left = await notes();
    expect(left.filter(isAlive)).toEqual([]);
    expect(left.filter((note) => !isPurged(note)).map(({ id, content }) => [id, content])).toEqual([[two.id, "<p>edited</p>"]]);

    await service.scan(VAULT, undefined);
    await service.start(CHOICE);
    expect(service.store.getState()).toMatchObject({ kind: "imported", outcome: { added: 2 } });
    expect((await notes()).filter(isAlive).map(({ title }) => title)).toEqual(expect.arrayContaining(["One", "Two"]));
  });

  it("removes the folders that it made when it is undone, except those used since", async () => {
    const { service, library, folders, notes } = await aDevice();
    await service.scan([...VAULT, source("Garden/Three.md", "text")], undefined);
    await service.start(CHOICE);
    expect(folders()).toEqual(expect.arrayContaining(["Plans", "Garden"]));
    const garden = [...library.index.entities.values()].find((entity) => entity.kind === "folder" && entity.name === "Garden");
    const mine = { ...aNote({ id: "note-1-mine", title: "Mine" }), folderId: garden?.id ?? null };
    value(await library.transact({ entities: [mine.id] }, () => ({ writes: { entities: [mine] }, answer: undefined }), "user"));
    const added = (await notes()).filter(({ id }) => id !== mine.id).map(({ id }) => id);

    await service.undo();
    expect(folders()).toEqual(["Garden"]);
    const undone = service.store.getState();
    expect(undone.kind === "undone" && new Set(undone.noteIds)).toEqual(new Set(added));
  });

  it("keeps a folder that was here before when an import into it is undone", async () => {
    const { service, folders } = await aDevice();
    await service.scan(VAULT, undefined);
    await service.start(CHOICE);
    await service.reset();
    await service.scan([source("Plans/Other.md", "other")], undefined);
    await service.start(CHOICE);
    await service.undo();
    expect(folders()).toContain("Plans");
  });

  it("keeps what it added when canceled, and the next import adds the rest", async () => {
    const { service, notes } = await aDevice();
    const many = Array.from({ length: 450 }, (_, at) => source(`n${at}.md`, `text ${at}`));
    await service.scan(many, undefined);
    const stop = service.store.subscribe((state) => state.kind === "importing" && state.done > 0 && service.cancel());
    await service.start(CHOICE);
    stop();
    const { added } = service.store.getState() as { added: number };
    expect(service.store.getState().kind).toBe("cancelled");
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(450);
    await service.scan(many, undefined);
    await service.start(CHOICE);
    expect((await notes()).filter(({ title }) => /^n\d+$/.test(title))).toHaveLength(450);
  });
});

/** Three groups of notes, in folders, one of them trashed, one with an attachment. */
const ROWS = source("rows.csv", `Title,Text\n${Array.from({ length: 410 }, (_, at) => `row ${at},text ${at}`).join("\n")}`);
const LARGE = [ROWS, ...VAULT, KEEP];
const NOTES = 413;

/** The process ends at a write: before it, or after it took effect. */
function dyingAt(step: number, isAfter: boolean) {
  let count = 0;
  let die = (): void => undefined;
  const died = new Promise<void>((done) => {
    die = done;
  });
  const around = async <Value>(write: () => Promise<Value>): Promise<Value> => {
    count += 1;
    if (count > step || (count === step && !isAfter)) {
      die();
      return new Promise<never>(() => undefined);
    }
    const written = await write();
    if (count !== step) return written;
    die();
    return new Promise<never>(() => undefined);
  };
  class DyingStore extends MemoryLocalStore {
    override transact: MemoryLocalStore["transact"] = (reads, plan, durability) => around(() => super.transact(reads, plan, durability));
  }
  return { died, around, openStore: (disk: MemoryDisk) => new DyingStore(disk), writes: () => count };
}

const titles = async ({ notes }: Awaited<ReturnType<typeof aDevice>>): Promise<readonly string[]> =>
  (await notes()).map(({ title }) => title.replace(/^(Import of [^,]*),.*$/, "$1")).sort();

describe("an import that is interrupted", () => {
  it.each(["skip", "copy"] as const)(
    "continues wherever it stopped, adds each note once, and sums to the source (%s)",
    async (duplicates) => {
      const whole = await aDevice();
      await whole.service.scan(LARGE, undefined);
      await whole.service.start({ ...CHOICE, duplicates });
      const [expected, report] = [await titles(whole), (await whole.notes()).find(({ title }) => title.startsWith("Import of "))?.content];
      expect(expected).toHaveLength(NOTES + 1);
      for (let step = 1, writes = step; step <= writes; step += 1) {
        for (const isAfter of [false, true]) {
          const death = dyingAt(step, isAfter);
          const before = await aDevice({ openStore: death.openStore, around: death.around });
          await before.service.scan(LARGE, undefined);
          const ended = await Promise.race([death.died, before.service.start({ ...CHOICE, duplicates }).then(() => "whole")]);
          if (ended === "whole") return expect(step).toBeGreaterThan(6);
          writes = step + 1;
          const after = await aDevice({ disk: before.disk, kept: before.kept, attached: before.files });
          await after.service.look();
          const state = after.service.store.getState();
          if (state.kind === "unfinished") {
            const here = (await after.notes()).filter(({ title }) => !title.startsWith("Import of ")).length;
            expect(state.unfinished).toEqual({ name: "rows.csv", done: here, total: NOTES, added: here });
            await after.service.scan(LARGE, undefined);
          } else if (await titles(after).then(({ length }) => length === 0)) {
            await after.service.scan(LARGE, undefined);
            await after.service.start({ ...CHOICE, duplicates });
          }
          if (after.service.store.getState().kind !== "idle")
            expect(after.service.store.getState()).toMatchObject({
              kind: "imported",
              outcome: { added: NOTES, skipped: 0, attachments: 1 },
            });
          expect(await titles(after)).toEqual(expected);
          const again = (await after.notes()).find(({ title }) => title.startsWith("Import of "))?.content;
          expect(again).toBe(report);
          expect([after.kept.record, after.reminder.isOn]).toEqual([undefined, false]);
        }
      }
    },
  );

  /** An import that was interrupted after its first group. */
  async function interrupted(options: DeviceOptions = {}, choice = CHOICE) {
    const death = dyingAt(4, true);
    const before = await aDevice({ ...options, openStore: death.openStore, around: death.around });
    await before.service.scan(LARGE, undefined);
    void before.service.start(choice);
    await death.died;
    const after = await aDevice({ ...options, disk: before.disk, kept: before.kept, attached: before.files });
    await after.service.look();
    return after;
  }

  it("does not restore what the user deleted since, and keeps their edits", async () => {
    const { service, notes, library } = await interrupted();
    const [gone, edited] = (await notes()).filter(isAlive) as [NoteEntity, NoteEntity];
    await library.transact(
      { entities: [gone.id, edited.id] },
      () => ({
        writes: {
          entities: [
            { ...gone, alive: {} },
            { ...edited, content: "<p>mine</p>" },
          ],
        },
        answer: undefined,
      }),
      "user",
    );
    await service.scan(LARGE, undefined);
    expect(service.store.getState()).toMatchObject({ kind: "imported", outcome: { added: NOTES } });
    const byId = new Map((await notes()).map((note) => [note.id, note] as const));
    expect(isAlive(byId.get(gone.id) as NoteEntity)).toBe(false);
    expect(byId.get(edited.id)?.content).toBe("<p>mine</p>");
  });

  it("does not continue with other files, or with changed ones", async () => {
    const { service, notes } = await interrupted();
    const here = (await notes()).length;
    await service.scan(VAULT, undefined);
    expect(service.store.getState()).toMatchObject({ kind: "unfinished", isOther: true });
    const changed = [
      source("rows.csv", (await (ROWS.file as File).text()).replace("text 7,", "text 8,").replace("text 9", "text 8")),
      ...VAULT,
      KEEP,
    ];
    await service.scan(changed, undefined);
    expect(service.store.getState()).toMatchObject({ kind: "unfinished", isOther: true });
    expect(await notes()).toHaveLength(here);
  });

  /** An import, one of whose notes was edited since. */
  async function imported(death: ReturnType<typeof dyingAt>) {
    const device = await aDevice({ openStore: death.openStore, around: death.around });
    await device.service.scan(LARGE, undefined);
    await device.service.start(CHOICE);
    const row = (await device.notes()).find(({ title }) => title === "row 7") as NoteEntity;
    await edit(device.library, row);
    return device;
  }

  it("is undone whole, wherever the undo was interrupted, edited notes included", async () => {
    const whole = dyingAt(Number.POSITIVE_INFINITY, true);
    await imported(whole);
    const writes = whole.writes();
    const ends: string[] = [];
    for (let step = writes + 1; !ends.includes("undone"); step += 1) {
      for (const isAfter of [false, true]) {
        const death = dyingAt(step, isAfter);
        const before = await imported(death);
        await Promise.race([death.died, before.service.undo()]);
        ends.push(before.service.store.getState().kind);
        const after = await aDevice({ disk: before.disk, kept: before.kept, attached: before.files });
        await after.service.look();
        if (after.service.store.getState().kind === "unfinished") await after.service.undo();
        const left = await after.notes();
        expect([left.length, left.find(({ title }) => title === "row 7")?.content]).toEqual([NOTES + 1, "<p>edited</p>"]);
        // Before its first write, nothing has begun.
        const isUntouched = step === writes + 1 && !isAfter;
        expect(left.filter(isAlive)).toHaveLength(isUntouched ? NOTES : 0);
        expect(after.folders().length > 0).toBe(isUntouched);
        expect([after.kept.record, after.reminder.isOn]).toEqual([undefined, false]);
      }
    }
    expect(ends).toEqual([...Array(6).fill("undoing"), "undone", "undone"]);
  });

  it("can be undone, or left as it is, without its files", async () => {
    const undone = await interrupted();
    const here = (await undone.notes()).filter(isAlive).length;
    await undone.service.undo();
    expect(undone.service.store.getState()).toMatchObject({ kind: "undone", removed: 0, trashed: here });
    expect([(await undone.notes()).filter(isAlive), undone.kept.record]).toEqual([[], undefined]);

    const left = await interrupted();
    await left.service.discard();
    expect(left.service.store.getState()).toEqual({ kind: "idle" });
    expect([(await left.notes()).filter(isAlive).length, left.kept.record]).toEqual([here, undefined]);
  });

  it("continues in the chosen folder, or in the source's folders if that is gone", async () => {
    const { service, notes, kept } = await interrupted();
    kept.record = { ...(kept.record as object), folderId: "folder-that-is-gone" };
    await service.scan(LARGE, undefined);
    expect(service.store.getState()).toMatchObject({ kind: "imported", outcome: { added: NOTES } });
    expect((await notes()).find(({ title }) => title === "One")?.folderId).not.toBe("folder-that-is-gone");
  });

  it("rejects an invalid record", async () => {
    for (const record of [7, {}, { importId: "a" }, { ...((await interrupted()).kept.record as object), noteIds: [1] }]) {
      const { service } = await aDevice({ kept: { record } });
      await service.look();
      expect(service.store.getState()).toEqual({ kind: "idle" });
    }
  });

  it("runs in one tab at a time, and another tab finds what is left", async () => {
    const turns = createTurns();
    let free = (): void => undefined;
    const isOver = new Promise<void>((done) => {
      free = done;
    });
    void turns.run(() => isOver);
    const { service, notes } = await interrupted({}).then(({ disk, kept, files }) => aDevice({ disk, kept, attached: files, turns }));
    await service.scan(LARGE, undefined);
    expect(service.store.getState()).toMatchObject({ kind: "failed", problem: { kind: "import-elsewhere" } });
    service.reset();
    const looking = service.look();
    free();
    await looking;
    expect(service.store.getState()).toMatchObject({ kind: "unfinished" });
    await service.scan(LARGE, undefined);
    expect((await notes()).filter(({ title }) => title.startsWith("row "))).toHaveLength(410);
  });

  it("continues with files that are chosen while it still looks for the record", async () => {
    const fresh = await aDevice();
    const looking = fresh.service.look();
    await fresh.service.scan(VAULT, undefined);
    await looking;
    expect(fresh.service.store.getState()).toMatchObject({ kind: "found" });

    const { disk, kept, files } = await interrupted();
    const slow = await aDevice({ disk, kept, attached: files });
    const alsoLooking = slow.service.look();
    await Promise.resolve().then(() => undefined);
    await slow.service.scan(LARGE, undefined);
    await alsoLooking;
    expect(slow.service.store.getState()).toMatchObject({ kind: "imported", outcome: { added: NOTES } });
  });

  it("stays whole if the disk is full or the notes are locked, and continues later", async () => {
    for (const kind of ["storage-full", "vault-locked"] as const) {
      let problem: PutProblem | undefined = { kind };
      const { service, notes, files } = await aDevice({ put: () => problem });
      await service.scan(LARGE, undefined);
      await service.start(CHOICE);
      expect(service.store.getState()).toMatchObject({ kind: "failed", problem: { kind }, unfinished: { total: NOTES } });
      problem = undefined;
      await service.scan(LARGE, undefined);
      expect(service.store.getState()).toMatchObject({ kind: "imported", outcome: { added: NOTES, attachments: 1, notKept: [] } });
      expect([(await notes()).length, files.size]).toEqual([NOTES + 1, 1]);
    }
  });

  it("reports what could not be kept before the interruption", async () => {
    const death = dyingAt(9, false);
    const put = (): PutProblem => ({ kind: "too-large" });
    const before = await aDevice({ put, openStore: death.openStore, around: death.around });
    await before.service.scan([...VAULT, ROWS], undefined);
    const ended = before.service.start(CHOICE).then(() => "whole");
    await Promise.race([death.died, ended]);
    const after = await aDevice({ disk: before.disk, kept: before.kept });
    await after.service.scan([...VAULT, ROWS], undefined);
    expect(after.service.store.getState()).toMatchObject({ kind: "imported", outcome: { notKept: ["dot.png"] } });
  });

  it("is left to the next start by a page that closes its notes", async () => {
    const { service, kept } = await aDevice();
    await service.scan(LARGE, undefined);
    const stop = service.store.subscribe((state) => state.kind === "importing" && state.done > 0 && service.close());
    await service.start(CHOICE);
    stop();
    expect(parseImportRecord(kept.record)?.noteIds).toHaveLength(NOTES);
  });

  it("ends once it is canceled", async () => {
    const { service, kept, reminder } = await aDevice();
    await service.scan(LARGE, undefined);
    const stop = service.store.subscribe((state) => state.kind === "importing" && state.done > 0 && service.cancel());
    await service.start(CHOICE);
    stop();
    expect(service.store.getState()).toMatchObject({ kind: "cancelled" });
    expect([kept.record, reminder.isOn]).toEqual([undefined, false]);
  });
});
