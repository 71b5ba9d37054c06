// @vitest-environment node
import { type Library, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { toBackupNote } from "@satchel/core/model/backup/backup-format.ts";
import { isAlive, type NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { unknownFieldsOf } from "@satchel/core/model/entities/unknown-fields.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { ChosenSource } from "@satchel/core/ports/import-sources.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { unknownFields } from "@satchel/core/testing/random-unknown-fields.ts";
import { exportContent } from "@satchel/core/transfer/export/export-service.ts";
import { createJsonWriter } from "@satchel/core/transfer/export/json-writer.ts";
import { toTransferNote } from "@satchel/core/transfer/export/to-transfer-note.ts";
import { createImportService } from "@satchel/core/transfer/import/import-service.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importReportNote } from "../../text/import-report.ts";
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
  const api = createImportApi({ page: () => page as Calls<ImportPage>, shrink: async () => "data:image/png;base64,AAAA", now: () => NOW });
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

async function aDevice() {
  const library: Library = value(await openLibrary({ store: new MemoryLocalStore(new MemoryDisk("device")) }));
  const files = new Map<string, Uint8Array>();
  const service = createImportService({
    library,
    attachments: { has: async (id) => files.has(id), put: async ({ id }, bytes) => ok(void files.set(id, bytes)) },
    sources: createImportSources(startApi),
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
  return { library, service, files, notes, folders };
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

/** As the library's note comes out of an export. */
async function ownJson(fields: Readonly<Record<string, unknown>>): Promise<readonly ChosenSource[]> {
  const disk = new MemoryDisk("device");
  disk.entities.set(HERON.id, { ...HERON, ...fields });
  const library: Library = value(await openLibrary({ store: new MemoryLocalStore(disk) }));
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
  it("shows what there is before anything is written", async () => {
    const { service, notes } = await aDevice();
    await service.scan(VAULT, undefined);
    expect(service.store.getState()).toMatchObject({
      kind: "found",
      found: { alreadyHere: 0, sum: { notes: 2, attachments: 1, links: { note: 1 }, missingAttachments: 1, isWhole: true } },
    });
    expect(await notes()).toEqual([]);
  });

  it("adds notes, folders, links, images and trashed notes, and a report in Imports", async () => {
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

  it.each(["our own JSON", "one of our backups"])("takes what only a later version of the app knows of a note out of %s", (kind) =>
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

  it("takes no field out of our own JSON that would be another part of the note, or that is unsound", async () => {
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

  it("keeps two notes of a source that are alike", async () => {
    const { service } = await aDevice();
    const note = "<note><title>Same</title><content><![CDATA[<en-note><div>x</div></en-note>]]></content></note>";
    await service.scan([source("a.enex", `<en-export>${note}${note}</en-export>`)], undefined);
    await service.start(CHOICE);
    expect(service.store.getState()).toMatchObject({ outcome: { added: 2 } });
  });

  it("undoes an import in one step: everything is in the trash, with what was changed since", async () => {
    const { service, notes, library } = await aDevice();
    await service.scan(VAULT, undefined);
    await service.start(CHOICE);
    const two = (await notes()).find(({ title }) => title === "Two") as NoteEntity;
    await library.transact(
      { entities: [two.id] },
      () => ({ writes: { entities: [{ ...two, content: "<p>edited</p>" }] }, answer: undefined }),
      "user",
    );
    await service.undo();
    expect(service.store.getState()).toEqual({ kind: "undone", count: 3 });
    const left = await notes();
    expect(left.filter(isAlive)).toEqual([]);
    expect(left.find(({ id }) => id === two.id)?.content).toBe("<p>edited</p>");
  });

  it("stays with what was added when it is canceled, and the next import adds the rest", async () => {
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
